/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_REPEAT_POLICY_H
#define DRIVER_PLAN_REPEAT_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/row.h"
#include "driver/plan/bias.h"
#include "driver/plan/disturbance.h"
#include "driver/plan/plan.h"
#include "driver/machine/reference_work.h"

/*
 * Guards the numbers of a run: judges each launch, and says which slots are to be measured once
 * more, when the plan is through: then the quiet range of each benchmark is known, and a
 * repetition has nothing beside it. A slot is repeated as a whole (both builds of a pair) on
 * the worker that had it. Knows no processes and no files.
 */
enum guard_kind {
	GUARD_PLANNED,   /* no repetition */
	GUARD_DISTURBED, /* takes the place of a disturbed one */
	GUARD_BIAS,      /* shows what running in parallel costs; leaves no row in the log */
};

struct guard_options {
	size_t subject_count;
	unsigned build_count, workers;
	/* At most this share of the launches of the plan, and of each benchmark (at least one
	 * of it), is repeated; 0: none. */
	double most_repeats;
	/* Of the slots of a run with several workers; 0: none. */
	double bias_share;
	const int *cpus; /* of the workers, for the sentinels; NULL: no sentinels */
};

/* A launch, or the slot that is over. */
struct guard_slot {
	size_t slot; /* in the plan */
	size_t subject;
	unsigned build; /* not for a slot */
	unsigned worker;
	uint16_t attempt;
	enum guard_kind kind;
	bool serial; /* nothing ran beside it */
};

struct guard_counts {
	size_t launches;  /* ok, without those of the bias */
	size_t disturbed; /* of them, repetitions as well */
	size_t shared;    /* of them, had their core shared, whatever that cost */
	size_t by_reason[DISTURBANCE_REASONS]; /* use guard_counts_of() */
	size_t repeated;                       /* slots that were measured again */
	size_t clean;                          /* of them, in the end */
	size_t refused;                        /* that should have been, but for the limit */
};

/* Launches that were disturbed for this reason, among others perhaps. */
size_t guard_counts_of(const struct guard_counts *counts, enum disturbance_reason reason);

struct guard {
	struct guard_options options;
	struct disturbance disturbance;
	struct bias bias;
	struct sentinels sentinels;
	struct guard_counts counts;
	struct guard_resumed *resumed; /* until the next guard_begin() */
	size_t resumed_count, resumed_capacity;
	struct guard_state *state; /* of the plan that runs */
};

void guard_init(struct guard *guard, const struct guard_options *options);
void guard_release(struct guard *guard);

/*
 * A launch of the run that is resumed, in the order of its log, before guard_begin(): it is
 * learned from and counted as then; where it is the last attempt at its slot and was disturbed,
 * the slot comes again. launch->slot is SIZE_MAX where the plan does not have it.
 */
void guard_resume(struct guard *guard, const struct guard_slot *launch,
	const struct launch *row, const struct evidence *evidence);

/* Before and after each measure_run(); what was learned stays. */
void guard_begin(struct guard *guard, const struct plan *plan);
void guard_end(struct guard *guard);

/* An ok launch: sets `disturbed` and the sentinel's columns of the row. True: it is disturbed.
 */
bool guard_launch(struct guard *guard, const struct guard_slot *launch, struct log_row *row);
/* All launches of a slot have ended; one failed, or one was disturbed. */
void guard_slot_over(
	struct guard *guard, const struct guard_slot *slot, bool failed, bool disturbed);
/*
 * The plan is through and nothing runs: what is next for this worker? GUARD_READY: *slot has
 * slot, attempt (the new one) and kind. GUARD_WAIT: another worker has the next one.
 */
enum guard_answer { GUARD_READY, GUARD_WAIT, GUARD_NONE };
enum guard_answer guard_next(struct guard *guard, unsigned worker, struct guard_slot *slot);

#endif
