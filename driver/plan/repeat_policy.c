/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/repeat_policy.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/*
 * Method: repetitions wait in a queue until the plan is through. Each slot is then on the
 * worker that had it, with nothing beside it, and judged by all that was learned. Bias slots
 * are drawn by the seed, so a resumed run draws the same ones. Repeating ends when it does not
 * help: on a machine that disturbs most launches, 21 of 196 repeated slots were clean in the
 * end (docs/decisions/0023-rounds-of-a-smoke-run.md).
 */

/* A slot that is disturbed again and again is left as it is after so many repetitions. */
#define REPEATS_MAX    3
#define JUDGED_REPEATS 10
#define LEAST_CLEAN    0.25
/* What the clock shows of the bias hardly gets better with more. */
#define BIAS_SLOTS_MAX 200
/* A run in which so many launches are unsure has nothing quiet to learn from. */
#define UNSURE_MAX 10000

/* Suspicious while little was known of its benchmark. */
struct unsure {
	struct repeat_slot slot;
	struct disturbance_evidence evidence;
};

/* A slot of the plan. */
struct repeat_of {
	uint16_t attempt; /* the last one */
	uint8_t repeated; /* repetitions that were queued */
	bool again;       /* it was measured again */
	bool resumed;     /* its attempts in the resumed log are counted */
	bool queued;      /* one of these was disturbed */
};

struct repeat_state {
	const struct plan *plan;
	struct repeat_slot *queue;
	size_t first, count, capacity; /* waiting: first ... count - 1 */
	struct unsure *unsure;
	size_t unsure_count, unsure_capacity;
	struct repeat_of *of; /* each slot */
	bool closing;         /* the plan is through */
};

struct bias_pair {
	size_t slot;
	unsigned build;
	double median_ns, min_ns; /* of the parallel launch */
};

static void bias_parallel(
	struct bias *b, size_t slot, unsigned build, const struct launch *launch)
{
	*ARRAY_ADD(b->waiting, b->waiting_count, b->waiting_capacity) =
		(struct bias_pair){ slot, build, launch->time.median, launch->time.min };
}

static void add_ratio(struct bias *b, double ln_median, double ln_minimum)
{
	if (!isfinite(ln_median) || !isfinite(ln_minimum))
		return;
	b->medians = memory_grow(
		b->medians, &b->medians_capacity, b->count + 1, sizeof(*b->medians));
	b->minima =
		memory_grow(b->minima, &b->minima_capacity, b->count + 1, sizeof(*b->minima));
	b->medians[b->count] = ln_median;
	b->minima[b->count++] = ln_minimum;
}

/* Pairs with the parallel launch of the slot, once; without one it is ignored. */
static void bias_serial(
	struct bias *b, size_t slot, unsigned build, const struct launch *launch)
{
	for (size_t i = 0; i < b->waiting_count; i++) {
		const struct bias_pair p = b->waiting[i];

		if (p.slot != slot || p.build != build)
			continue;
		add_ratio(b, log(p.median_ns / launch->time.median),
			log(p.min_ns / launch->time.min));
		b->waiting[i] = b->waiting[--b->waiting_count];
		return;
	}
}

/* The slot is not measured again (or was). */
static void bias_forget(struct bias *b, size_t slot)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->waiting_count; i++)
		if (b->waiting[i].slot != slot)
			b->waiting[kept++] = b->waiting[i];
	b->waiting_count = kept;
}

static double summarise(double *ratios, size_t n, struct interval *range)
{
	quantile_sort(ratios, n);
	*range = median_interval(ratios, n, 0.95);
	range->low = exp(range->low);
	range->high = exp(range->high);
	return exp(quantile_median(ratios, n));
}

struct bias_result bias_result(struct bias *b)
{
	struct bias_result result = { .launches = b->count };

	result.median = summarise(b->medians, b->count, &result.range);
	result.minimum = summarise(b->minima, b->count, &result.min_range);
	return result;
}

static void bias_release(struct bias *b)
{
	free(b->waiting);
	free(b->medians);
	free(b->minima);
	*b = (struct bias){ 0 };
}

void repeat_policy_init(struct repeat_policy *policy, const struct repeat_options *options)
{
	*policy = (struct repeat_policy){ .options = *options };
	policy->used = memory_zeroed(options->subject_count, sizeof(*policy->used));
	policy->planned = memory_zeroed(options->subject_count, sizeof(*policy->planned));
	disturbance_init(&policy->disturbance, options->subject_count * options->build_count);
}

static void end_plan(struct repeat_policy *policy)
{
	struct repeat_state *s = policy->state;

	if (!s)
		return;
	free(s->queue);
	free(s->unsure);
	free(s->of);
	free(s);
	policy->state = NULL;
	policy->bias.waiting_count = 0; /* slots have other numbers in the next plan */
}

void repeat_policy_release(struct repeat_policy *policy)
{
	end_plan(policy);
	free(policy->used);
	free(policy->planned);
	disturbance_release(&policy->disturbance);
	bias_release(&policy->bias);
	*policy = (struct repeat_policy){ 0 };
}

static void enqueue(
	struct repeat_policy *policy, const struct repeat_slot *slot, enum repeat_kind kind)
{
	struct repeat_state *s = policy->state;
	struct repeat_slot next = *slot;

	next.kind = kind;
	next.attempt++;
	*ARRAY_ADD(s->queue, s->count, s->capacity) = next;
}

/* Within the limits, which are not 0, else it is counted as refused. */
static void queue_repeat(struct repeat_policy *policy, const struct repeat_slot *slot)
{
	struct repeat_state *s = policy->state;
	double most = policy->options.max_repeats;
	uint32_t own = (uint32_t)(most * policy->planned[slot->subject]) ?: 1;
	size_t all = (size_t)(most * (double)policy->planned_in_all) ?: 1;

	if (policy->used[slot->subject] >= own || policy->used_in_all >= all) {
		policy->counts.refused += !s->of[slot->slot].repeated;
		return;
	}
	policy->used[slot->subject]++;
	policy->used_in_all++;
	s->of[slot->slot].repeated++;
	enqueue(policy, slot, REPEAT_DISTURBED);
}

size_t repeat_policy_counts_of(
	const struct repeat_counts *counts, enum disturbance_reason reason)
{
	return counts->by_reason[__builtin_ctz(reason)];
}

static void count_launch(struct repeat_policy *policy, unsigned reasons,
	const struct disturbance_evidence *evidence)
{
	policy->counts.launches++;
	policy->counts.shared += core_floor_passed(
		&policy->disturbance.floor, evidence->cpu, evidence->core_high);
	policy->counts.disturbed += reasons != 0;
	for (unsigned i = 0; i < DISTURBANCE_REASONS; i++)
		policy->counts.by_reason[i] += reasons >> i & 1;
}

static size_t history_of(const struct repeat_policy *policy, const struct repeat_slot *launch)
{
	return launch->subject * policy->options.build_count + launch->build;
}

static void remember(struct repeat_policy *policy, const struct repeat_slot *launch,
	const struct disturbance_evidence *evidence)
{
	struct repeat_state *s = policy->state;

	if (s->unsure_count == UNSURE_MAX)
		return;
	*ARRAY_ADD(s->unsure, s->unsure_count, s->unsure_capacity) =
		(struct unsure){ *launch, *evidence };
}

/* It was repeated after each attempt but the last that ended well. */
static void take_attempts(
	struct repeat_policy *policy, const struct repeat_slot *launch, bool clean)
{
	const struct plan_slot *slot = &policy->state->plan->slots[launch->slot];
	struct repeat_of *of = &policy->state->of[launch->slot];
	unsigned before = (unsigned)__builtin_popcount(
		slot->ended & ~slot->failed & (plan_attempt_bit(slot->attempts) - 1));

	of->resumed = true;
	of->attempt = launch->attempt;
	of->repeated = (uint8_t)(before < REPEATS_MAX ? before : REPEATS_MAX);
	of->again = before > 0;
	policy->used[launch->subject] += before;
	policy->used_in_all += before;
	policy->counts.repeated += before > 0;
	policy->counts.clean += before > 0 && clean;
}

void repeat_policy_resume(struct repeat_policy *policy, const struct repeat_slot *launch,
	const struct launch *row, const struct evidence *evidence)
{
	const struct plan_slot *slots = policy->state->plan->slots;
	struct repeat_slot slot = *launch;
	struct disturbance_evidence own;
	bool ok = row->status == OUTCOME_OK, unsure = false;
	unsigned reasons = 0;
	struct repeat_of *of;

	if (ok) {
		disturbance_evidence_of(row, evidence, &own);
		unsure = disturbance_judge(
			&policy->disturbance, history_of(policy, launch), &own)
				 .unsure;
		/* As it was marked then. */
		reasons = disturbance_reasons(evidence->disturbed);
		count_launch(policy, reasons, &own);
	}
	if (slot.slot == SIZE_MAX || slot.attempt != slots[slot.slot].attempts)
		return;
	if (slot.worker >= policy->options.workers)
		slot.worker = 0;
	of = &policy->state->of[slot.slot];
	if (!of->resumed)
		take_attempts(policy, &slot, ok && !reasons);
	if (policy->options.max_repeats <= 0)
		return;
	if (unsure && !reasons)
		remember(policy, &slot, &own);
	if (of->queued || !reasons || of->repeated >= REPEATS_MAX)
		return;
	of->queued = true;
	queue_repeat(policy, &slot);
}

void repeat_policy_begin(struct repeat_policy *policy, const struct plan *plan)
{
	struct repeat_state *s = memory_zeroed(1, sizeof(*s));

	end_plan(policy);
	policy->state = s;
	s->plan = plan;
	s->of = memory_zeroed(plan->slot_count, sizeof(*s->of));
	for (size_t i = 0; i < plan->slot_count; i++)
		policy->planned[plan->slots[i].benchmark]++;
	policy->planned_in_all += plan->slot_count;
}

bool repeat_policy_launch(
	struct repeat_policy *policy, const struct repeat_slot *launch, struct log_row *row)
{
	struct disturbance_evidence evidence;
	struct disturbance_verdict verdict;

	disturbance_evidence_of(&row->launch, &row->evidence, &evidence);
	verdict =
		disturbance_judge(&policy->disturbance, history_of(policy, launch), &evidence);
	row->evidence.disturbed = (char *)disturbance_words(verdict.reasons);
	row->launch.disturbed = verdict.reasons != 0;
	if (launch->kind == REPEAT_BIAS) {
		/* The parallel one of the pair was not disturbed either. */
		if (!verdict.reasons)
			bias_serial(&policy->bias, launch->slot, launch->build, &row->launch);
		return verdict.reasons != 0;
	}
	count_launch(policy, verdict.reasons, &evidence);
	if (verdict.unsure && policy->options.max_repeats > 0)
		remember(policy, launch, &evidence);
	if (!launch->serial && !verdict.reasons && launch->kind == REPEAT_PLANNED)
		bias_parallel(&policy->bias, launch->slot, launch->build, &row->launch);
	return verdict.reasons != 0;
}

/* The choice depends on the seed and on the slot alone. */
static bool chosen_for_bias(const struct repeat_policy *policy, const struct repeat_slot *slot)
{
	const struct repeat_state *s = policy->state;
	const struct plan_slot *p = &s->plan->slots[slot->slot];
	uint64_t number = plan_random(s->plan, PLAN_BIAS, p->benchmark, p->round, p->stage);

	return policy->options.workers > 1 && !slot->serial && slot->kind == REPEAT_PLANNED &&
	       policy->bias_slots < BIAS_SLOTS_MAX &&
	       (double)(number >> 11) * 0x1p-53 < policy->options.bias_share;
}

void repeat_policy_slot_over(struct repeat_policy *policy, const struct repeat_slot *slot,
	bool failed, bool disturbed)
{
	struct repeat_state *s = policy->state;

	s->of[slot->slot].attempt = slot->attempt;
	/* Counted now, not when queued: the time may be over before its turn. */
	if (slot->kind == REPEAT_DISTURBED && !s->of[slot->slot].again) {
		s->of[slot->slot].again = true;
		policy->counts.repeated++;
	}
	if (slot->kind == REPEAT_BIAS && disturbed && !failed &&
		s->of[slot->slot].repeated++ < REPEATS_MAX) {
		enqueue(policy, slot, REPEAT_BIAS);
		return;
	}
	if (failed || slot->kind == REPEAT_BIAS) {
		bias_forget(&policy->bias, slot->slot);
		return;
	}
	if (slot->kind == REPEAT_DISTURBED && !disturbed)
		policy->counts.clean++;
	if (!disturbed && chosen_for_bias(policy, slot)) {
		policy->bias_slots++;
		enqueue(policy, slot, REPEAT_BIAS);
		return;
	}
	bias_forget(&policy->bias, slot->slot);
	if (disturbed && policy->options.max_repeats > 0 &&
		s->of[slot->slot].repeated < REPEATS_MAX)
		queue_repeat(policy, slot);
}

/* With all that was learned the unsure ones are judged again. */
static void close_plan(struct repeat_policy *policy)
{
	struct repeat_state *s = policy->state;

	s->closing = true;
	for (size_t i = 0; i < s->unsure_count; i++) {
		const struct unsure *u = &s->unsure[i];
		const struct repeat_of *of = &s->of[u->slot.slot];

		if (!of->repeated && of->attempt == u->slot.attempt &&
			disturbance_again(&policy->disturbance, history_of(policy, &u->slot),
				&u->evidence)
				.reasons)
			queue_repeat(policy, &u->slot);
	}
	s->unsure_count = 0;
}

static bool is_futile(const struct repeat_policy *policy)
{
	return policy->counts.repeated >= JUDGED_REPEATS &&
	       (double)policy->counts.clean < LEAST_CLEAN * (double)policy->counts.repeated;
}

static void drop_futile(struct repeat_policy *policy)
{
	struct repeat_state *s = policy->state;

	while (s->first < s->count && s->queue[s->first].kind == REPEAT_DISTURBED &&
		is_futile(policy))
		policy->counts.refused += !s->of[s->queue[s->first++].slot].again;
}

const struct repeat_slot *repeat_policy_first(struct repeat_policy *policy)
{
	struct repeat_state *s = policy->state;

	if (!s->closing)
		close_plan(policy);
	drop_futile(policy);
	return s->first < s->count ? &s->queue[s->first] : NULL;
}

void repeat_policy_take(struct repeat_policy *policy)
{
	policy->state->first++;
}
