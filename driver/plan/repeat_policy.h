/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_REPEAT_POLICY_H
#define DRIVER_PLAN_REPEAT_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/row.h"
#include "compare/stats/summary.h"
#include "driver/plan/disturbance.h"
#include "driver/plan/plan.h"

/*
 * What running in parallel costs: some launches are measured again with nothing beside them,
 * and the ratios parallel / serial are kept. Neither launch of a pair may have been disturbed,
 * else the ratio shows the disturbance. Pure.
 */
struct bias {
	struct bias_pair *waiting; /* for their serial launch */
	size_t waiting_count, waiting_capacity;
	double *medians, *minima; /* ln(parallel / serial) */
	size_t count, medians_capacity, minima_capacity;
};

/* Ratios, 1: no cost. Below 6 launches the interval is infinite. */
struct bias_result {
	size_t launches;
	double median;         /* of the ratios of the launches' medians */
	struct interval range; /* 95 %, from the order of the ratios alone */
	double minimum;        /* the same of the launches' minima */
	struct interval min_range;
};

/* Sorts the ratios. launches = 0: all NaN. */
struct bias_result bias_result(struct bias *bias);

/*
 * Guards the numbers of a run: judges each launch, and says which slots are to be measured once
 * more, when the plan is through: then the quiet range of each benchmark is known, and a
 * repetition has nothing beside it. A slot is repeated as a whole (both builds of a pair) on
 * the worker that had it. Knows no processes and no files.
 */
enum repeat_kind {
	REPEAT_PLANNED,   /* no repetition */
	REPEAT_DISTURBED, /* takes the place of a disturbed one */
	REPEAT_BIAS,      /* shows what running in parallel costs; leaves no row in the log */
};

struct repeat_options {
	size_t subject_count;
	unsigned build_count, workers;
	/* At most this share of the slots planned so far, and of each benchmark (at least one
	 * of it), is repeated; 0: none. It ends early if it does not help: after ten slots of
	 * which fewer than a quarter were clean in the end. */
	double max_repeats;
	/* Of the slots of a run with several workers; 0: none. */
	double bias_share;
};

/* A launch, or the slot that is over. */
struct repeat_slot {
	size_t slot; /* in the plan */
	size_t subject;
	unsigned build; /* not for a slot */
	unsigned worker;
	uint16_t attempt;
	enum repeat_kind kind;
	bool serial; /* nothing ran beside it */
};

struct repeat_counts {
	size_t launches;  /* ok, without those of the bias */
	size_t disturbed; /* of them, repetitions as well */
	size_t shared;    /* of them, had their core shared, whatever that cost */
	size_t by_reason[DISTURBANCE_REASONS]; /* use repeat_policy_counts_of() */
	size_t repeated;                       /* slots that were measured again */
	size_t clean;                          /* of them, in the end */
	size_t refused; /* that should have been, but for the limit, or as it did not help */
};

/* Launches that were disturbed for this reason, among others perhaps. */
size_t repeat_policy_counts_of(
	const struct repeat_counts *counts, enum disturbance_reason reason);

struct repeat_policy {
	struct repeat_options options;
	struct disturbance disturbance;
	struct bias bias;
	struct repeat_counts counts;
	/* Of the whole run, for its limits; of each subject, and of all. */
	uint32_t *planned, *used; /* slots; repetitions that were queued */
	size_t planned_in_all, used_in_all, bias_slots;
	struct repeat_state *state; /* of the plan that runs */
};

void repeat_policy_init(struct repeat_policy *policy, const struct repeat_options *options);
void repeat_policy_release(struct repeat_policy *policy);

/* Before each measure_run(); what was learned stays. */
void repeat_policy_begin(struct repeat_policy *policy, const struct plan *plan);
/*
 * After it, a launch of the run that is resumed, in the order of its log: it is learned from
 * and counted as then; where it is the last attempt at its slot and was disturbed, the slot
 * comes again. launch->slot is SIZE_MAX where the plan does not have it.
 */
void repeat_policy_resume(struct repeat_policy *policy, const struct repeat_slot *launch,
	const struct launch *row, const struct evidence *evidence);

/* An ok launch: sets `disturbed` of the row. True: it is disturbed. */
bool repeat_policy_launch(
	struct repeat_policy *policy, const struct repeat_slot *launch, struct log_row *row);
/* All launches of a slot have ended; one failed, or one was disturbed. */
void repeat_policy_slot_over(struct repeat_policy *policy, const struct repeat_slot *slot,
	bool failed, bool disturbed);
/* The plan is through and nothing runs: what its worker measures next, with the new attempt.
 * NULL: nothing. */
const struct repeat_slot *repeat_policy_first(struct repeat_policy *policy);
/* That one is measured now, or never. */
void repeat_policy_take(struct repeat_policy *policy);

#endif
