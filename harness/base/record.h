/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_RECORD_H
#define BD_BASE_RECORD_H

#include <stddef.h>
#include <stdint.h>

/* What a launch has used. -1: the kernel does not report it. */
struct bd_resources {
	int64_t cpu_ns; /* all threads, user and system */
	int64_t wall_ns;
	int64_t voluntary_switches, involuntary_switches, minor_faults, major_faults;
	int64_t migrations, run_delay_ns; /* of the main thread */
};

/*
 * What a launch reports: one row on the row channel (docs/HARNESS.md, "A suite without this
 * harness"). The log has the same columns, and those that the driver adds. Times in ns, memory
 * in KiB. A member that could not be measured is -1 and is written as an empty cell.
 */
struct bd_record {
	const char *benchmark;
	const char *status; /* "ok", "verify" or "skipped" */
	const char *detail; /* the reason, or "" */
	const char *file;
	unsigned line;
	int64_t iterations, tuned_iterations; /* tuned: -1 if the tuner did not run */
	double clock_step_ns;
	int has_checksum;
	uint64_t checksum; /* written as 16 hexadecimal digits */
	int verified; /* 1: by a verify function; 0: there is none; -1: it was not called */
	double items, bytes; /* per iteration; 0 is written as an empty cell */
	int64_t setup_ns, peak_kib, base_kib;
	struct bd_resources used;
	/* From bd_probes_quantiles(); 0: not known. */
	double core_low, core_high;
	const double *samples; /* ns per iteration, in order of measurement */
	size_t sample_count;
	/* Interleaved launches: the turn of each sample, from 0, and how many turns there were.
	 * Else NULL. */
	const uint32_t *turns;
	size_t turn_count;
	int has_allocations;
	double allocations; /* of an iteration; only then there is a column `counters` */
};

#define BD_ROW_FIRST_LINE "# bdriver-row: 1"
#define BD_LOG_FIRST_LINE "# bdriver-log: 1"

/*
 * Writes first line, header, row and "# end: 1" to fd. Text is quoted, control characters in it
 * are escaped as \xHH, a backslash as \\. Samples have at most 3 decimals below 1e6 ns and are
 * exact to 9 digits. Returns 0, or -1 with errno set.
 */
int bd_record_write(int fd, const struct bd_record *record);

#endif
