/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CLOCK_H
#define DRIVER_RUN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct log;
struct log_writer;

/*
 * How long a run takes, and how much of its time is left. The time spent goes on when the run
 * is resumed: its first log has it as `spent_ns`, again and again between its rows.
 */
struct run_clock {
	uint64_t began_ns;        /* of bd_clock_ns(), without the wait for the CPUs */
	uint64_t deadline_ns;     /* of bd_clock_ns(): no slot begins later; 0: none */
	uint64_t end_ns;          /* the same: launches that still run are ended */
	double waited_ns;         /* for the CPUs */
	double spent_ns;          /* before began_ns, by the run that was interrupted */
	double total_ns;          /* budget of the whole run; 0: unlimited */
	double noted_ns;          /* time spent as the log has it */
	struct log_writer *notes; /* the log that has it; NULL: none */
};

void run_clock_begin(struct run_clock *clock);
/* Time that does not count: the wait for the CPUs. */
void run_clock_pause(struct run_clock *clock, uint64_t ns);
/* The time spent so far, in ns. */
double run_clock_ns(const struct run_clock *clock);
/* The budget in ns; 0: none. After run_clock_resume(). */
void run_clock_budget(struct run_clock *clock, int64_t budget_ns);
/* Takes over the time that the interrupted run has spent, from its log. */
void run_clock_resume(struct run_clock *clock, const struct log *log);
/* Notes the time spent: once per cent of the total, and always at_end. */
void run_clock_note(struct run_clock *clock, bool at_end);
/* May a slot of that length begin now? */
bool run_clock_has_time(const struct run_clock *clock, double slot_ns);

#endif
