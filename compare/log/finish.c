/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/finish.h"

#include "compare/base/memory.h"
#include "compare/log/core_floor.h"

#include <stdlib.h>

/* More are not looked through in pairs. */
#define ATTEMPTS_MOST 100

/* Brings attempts at the same launch together. A launch that failed before it reported its
 * iterations comes first in its round: any later attempt may replace it. */
static int by_slot(const void *a, const void *b)
{
	const struct launch *x = *(struct launch *const *)a, *y = *(struct launch *const *)b;
	int order = launch_compare_rounds(x, y);

	if (order)
		return order;
	if (x->iterations != y->iterations)
		return x->iterations < y->iterations ? -1 : 1;
	return x < y ? -1 : x > y;
}

static int by_place(const void *a, const void *b)
{
	const struct launch *x = *(struct launch *const *)a, *y = *(struct launch *const *)b;

	return x < y ? -1 : x > y;
}

static int attempt_rank(const struct launch *launch)
{
	return launch->status != OUTCOME_OK ? 0 : launch->disturbed ? 1 : 2;
}

/* Rows that repeat the round and attempt of another row, as in two logs that were joined. */
struct repeats {
	size_t count;
	uint32_t first; /* line */
};

/* Among [from, to) of the same slot, in the order of the file, the last of the highest rank
 * counts. */
static void choose_attempt(
	struct launch **order, size_t from, size_t to, struct repeats *repeats)
{
	uint16_t last_attempt = order[from]->attempt;
	size_t best = from;

	for (size_t i = from; i < to; i++) {
		order[i]->counts = false;
		if (attempt_rank(order[i]) >= attempt_rank(order[best]))
			best = i;
		if (i > from && order[i]->attempt <= last_attempt && repeats->count++ == 0)
			repeats->first = order[i]->line;
		if (order[i]->attempt > last_attempt)
			last_attempt = order[i]->attempt;
	}
	order[best]->counts = true;
}

/* No two of [from, to) are the same attempt: they are one slot, although a suite that takes no
 * number of iterations chose another one each time. Slots that differ in their iterations, as
 * the doctor's, have the same attempts. */
static bool are_attempts(struct launch **order, size_t from, size_t to)
{
	if (to - from > ATTEMPTS_MOST)
		return false;
	for (size_t i = from; i < to; i++)
		for (size_t k = from; k < i; k++)
			if (order[k]->attempt == order[i]->attempt)
				return false;
	return true;
}

/* Launches [from, to) of one round. */
static void choose_in_round(
	struct launch **order, size_t from, size_t to, struct repeats *repeats)
{
	uint16_t last_attempt = 0;

	if (are_attempts(order, from, to)) {
		qsort(order + from, to - from, sizeof(struct launch *), by_place);
		choose_attempt(order, from, to, repeats);
		return;
	}
	for (size_t i = from; i < to; i++)
		if (order[i]->attempt > last_attempt)
			last_attempt = order[i]->attempt;
	for (size_t i = from, next; i < to; i = next) {
		for (next = i + 1; next < to; next++)
			if (order[next]->iterations != order[i]->iterations)
				break;
		choose_attempt(order, i, next, repeats);
	}
	for (size_t i = from; i < to && order[i]->iterations < 0; i++)
		if (order[i]->status != OUTCOME_OK && order[i]->attempt < last_attempt)
			order[i]->counts = false;
}

/* The common case: one attempt at each launch, rounds in order. */
static bool all_different(const struct log_benchmark *b)
{
	for (size_t i = 0; i < b->launch_count; i++) {
		if (i > 0 && b->launches[i].round <= b->launches[i - 1].round)
			return false;
	}
	return true;
}

static void finish_benchmark(struct log_benchmark *b, struct repeats *repeats)
{
	AUTO_FREE struct launch **order = NULL;

	for (size_t i = 0; i < b->launch_count; i++)
		b->launches[i].counts = true;
	if (all_different(b))
		return;
	order = memory_zeroed(b->launch_count, sizeof(struct launch *));
	for (size_t i = 0; i < b->launch_count; i++)
		order[i] = &b->launches[i];
	qsort(order, b->launch_count, sizeof(struct launch *), by_slot);
	for (size_t i = 0, next; i < b->launch_count; i = next) {
		for (next = i + 1; next < b->launch_count; next++)
			if (launch_compare_rounds(order[i], order[next]))
				break;
		choose_in_round(order, i, next, repeats);
	}
}

/* The CPUs of each machine have floors of their own. */
static void find_shared_cores_on(struct log *log, const char *node)
{
	AUTO(core_floor_release) struct core_floor floor = { 0 };

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < log->benchmark_count; i++)
			for (size_t k = 0; k < log->benchmarks[i].launch_count; k++) {
				const struct launch *launch = &log->benchmarks[i].launches[k];
				struct evidence *e = launch->evidence;

				if (launch->node != node)
					continue;
				if (e && !pass)
					core_floor_learn(&floor, e->cpu, e->core.low);
				else if (e)
					e->core_shared =
						core_floor_passed(&floor, e->cpu, e->core.high);
			}
}

static void find_shared_cores(struct log *log)
{
	if (!log->has_evidence)
		return;
	find_shared_cores_on(log, NULL);
	for (size_t i = 0; i < log->nodes.count; i++)
		find_shared_cores_on(log, log->nodes.items[i]);
}

void log_finish(struct log *log)
{
	struct repeats repeats = { 0 };

	find_shared_cores(log);
	for (size_t i = 0; i < log->benchmark_count; i++)
		finish_benchmark(&log->benchmarks[i], &repeats);
	if (repeats.count == 1)
		log_warn(log,
			"%s:%u: this row has the round and attempt of another row of its "
			"benchmark; one of them counts",
			log->path, repeats.first);
	else if (repeats.count > 1)
		log_warn(log,
			"%s:%u: %zu rows (this is one) have the round and attempt of another "
			"row of their benchmark; one of each counts",
			log->path, repeats.first, repeats.count);
}
