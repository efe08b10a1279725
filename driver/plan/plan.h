/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_PLAN_H
#define DRIVER_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct launch;
struct table;

/*
 * What will be measured, and in which order, complete before the first launch. A slot is what
 * one worker does in one go: a launch of each build of one benchmark, back to back. Rounds are
 * outside and shuffled benchmarks inside, so that the launches of one benchmark spread over the
 * whole run. The same seed gives the same plan.
 */
struct plan_slot {
	uint32_t benchmark; /* index, the caller's */
	uint16_t round;     /* from 1 */
	uint8_t stage;      /* 0: none */
	bool fixed_layout;  /* address space layout randomisation off */
	bool anywhere;      /* on all CPUs, not pinned to the worker's */
	int64_t iterations; /* of each sample; 0: as tuned */
	/* Of this launch; 0: as measure_options has them. */
	int64_t samples, launch_time_ns;
	/* The logs of the run that is resumed have it, or so many attempts at it, and the last
	 * one of these builds (bits). */
	bool done;
	uint16_t attempts;
	uint8_t in_logs;
	/* Of these attempts (bits): those of which a launch failed, to be tried again, and
	 * those of which one did not. */
	uint32_t failed, ended;
};

static inline uint32_t plan_attempt_bit(unsigned attempt)
{
	return attempt - 1 < 32 ? UINT32_C(1) << (attempt - 1) : 0;
}

struct plan {
	uint64_t seed;
	struct plan_slot *slots;
	size_t slot_count, slot_capacity;
};

struct plan_options {
	size_t benchmark_count;
	/* May be NULL: none. Serial ones stand at the end of their round, so that the other
	 * workers have to be idle once a round only. */
	const bool *serial;
	/* May be NULL. Expected time of one launch in ns: the last round is then in the order
	 * longest first, so that no worker is left alone with a long one at the end. */
	const double *expected_ns;
	uint32_t first_round, rounds;
	/* May be NULL. Benchmark i is in rounds up to last_rounds[i] only. */
	const uint32_t *last_rounds;
	uint8_t stage;
	int64_t iterations;
};

/* Appends the rounds to the plan, whose seed is set. */
void plan_add_rounds(struct plan *plan, const struct plan_options *options);
/* Appends one slot, in no special place (the doctor's launches). */
void plan_add_slot(struct plan *plan, const struct plan_slot *slot);
/* Takes all slots away; the seed stays. */
void plan_clear(struct plan *plan);
void plan_release(struct plan *plan);

/*
 * A number that depends on the seed and on these alone, so that a resumed run draws what the
 * interrupted one would have drawn. `purpose` keeps independent uses apart.
 */
enum plan_purpose { PLAN_SHUFFLE = 1, PLAN_ORDER, PLAN_PLACE, PLAN_SAMPLE, PLAN_BIAS };
uint64_t plan_random(
	const struct plan *plan, enum plan_purpose purpose, uint64_t a, uint64_t b, uint64_t c);

#define PLAN_BUILDS_MAX 8

/*
 * Which build (from 0) has the place `position` (from 0) in a slot. Two builds: ABBA, one coin
 * for each benchmark and pair of rounds. More: the rows of a balanced Latin square, in an order
 * and with names drawn for each benchmark and block of rounds.
 */
unsigned plan_build_at(const struct plan *plan, const struct plan_slot *slot, unsigned builds,
	unsigned position);

/*
 * Williams' balanced Latin squares (1949): in a block of rows each of n treatments stands in
 * each position equally often, and follows each other one equally often. For an even n a block
 * has n rows, for an odd n it has 2n (a square and its mirror image). For two treatments it is
 * AB, BA.
 */
unsigned latin_square_rows(unsigned n);
/* n >= 1, row < latin_square_rows(n), position < n. */
unsigned latin_square_at(unsigned n, unsigned row, unsigned position);

/* Where in the plan a launch of a log belongs: by benchmark, stage and round. Freed with
 * table_free(). */
struct table *plan_index_new(const struct plan *plan);
/* NULL: the plan has no such slot. */
const size_t *plan_index_find(
	const struct table *index, size_t benchmark, const struct launch *launch);

#endif
