/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/repeat_policy.h"

#include <stdlib.h>

#include "compare/base/memory.h"

/* A slot that is disturbed again and again is left as it is after so many repetitions. */
#define REPEATS_MAX 3
/* What the clock shows of the bias hardly gets better with more. */
#define BIAS_SLOTS_MAX 200
/* A run in which so many launches are unsure has nothing quiet to learn from. */
#define UNSURE_MAX 10000

/* Suspicious while little was known of its benchmark. */
struct unsure {
	struct repeat_slot slot;
	struct disturbance_evidence evidence;
};

/* A launch that the resumed log has. */
struct repeat_resumed {
	struct repeat_slot slot;
	struct disturbance_evidence evidence;
	unsigned reasons;
	bool failed, unsure;
};

struct repeat_state {
	const struct plan *plan;
	struct repeat_slot *queue;
	size_t first, count, capacity; /* waiting: first ... count - 1 */
	struct unsure *unsure;
	size_t unsure_count, unsure_capacity;
	uint8_t *repeated; /* repetitions of each slot that were queued */
	bool *again;       /* of each slot: it was measured again */
	bool closing;      /* the plan is through */
};

void repeat_policy_init(struct repeat_policy *g, const struct repeat_options *options)
{
	*g = (struct repeat_policy){ .options = *options };
	g->used = memory_zeroed(options->subject_count, sizeof(*g->used));
	g->planned = memory_zeroed(options->subject_count, sizeof(*g->planned));
	disturbance_init(&g->disturbance, options->subject_count * options->build_count);
}

void repeat_policy_release(struct repeat_policy *g)
{
	repeat_policy_end(g);
	free(g->resumed);
	free(g->used);
	free(g->planned);
	disturbance_release(&g->disturbance);
	bias_release(&g->bias);
	*g = (struct repeat_policy){ 0 };
}

void repeat_policy_end(struct repeat_policy *g)
{
	struct repeat_state *s = g->state;

	if (!s)
		return;
	free(s->queue);
	free(s->unsure);
	free(s->repeated);
	free(s->again);
	free(s);
	g->state = NULL;
	bias_forget_all(&g->bias); /* slots have other numbers in the next plan */
}

static void enqueue(
	struct repeat_policy *g, const struct repeat_slot *slot, enum repeat_kind kind)
{
	struct repeat_state *s = g->state;
	struct repeat_slot next = *slot;

	next.kind = kind;
	next.attempt++;
	s->queue = memory_grow(s->queue, &s->capacity, s->count + 1, sizeof(*s->queue));
	s->queue[s->count++] = next;
}

/* Within the limits, else it is counted as refused. */
static void queue_repeat(struct repeat_policy *g, const struct repeat_slot *slot)
{
	struct repeat_state *s = g->state;
	double most = g->options.max_repeats;
	uint32_t own = (uint32_t)(most * g->planned[slot->subject]);
	size_t all = (size_t)(most * (double)g->planned_in_all);

	if (most > 0 && !own)
		own = 1;
	if (most > 0 && !all)
		all = 1;
	if (g->used[slot->subject] >= own || g->used_in_all >= all) {
		g->counts.refused += !s->repeated[slot->slot];
		return;
	}
	g->used[slot->subject]++;
	g->used_in_all++;
	s->repeated[slot->slot]++;
	enqueue(g, slot, REPEAT_DISTURBED);
}

size_t repeat_policy_counts_of(
	const struct repeat_counts *counts, enum disturbance_reason reason)
{
	return counts->by_reason[__builtin_ctz(reason)];
}

static void count_launch(
	struct repeat_policy *g, unsigned reasons, const struct disturbance_evidence *evidence)
{
	g->counts.launches++;
	g->counts.shared +=
		core_floor_passed(&g->disturbance.floor, evidence->cpu, evidence->core_high);
	g->counts.disturbed += reasons != 0;
	for (unsigned i = 0; i < DISTURBANCE_REASONS; i++)
		g->counts.by_reason[i] += reasons >> i & 1;
}

static size_t history_of(const struct repeat_policy *g, const struct repeat_slot *launch)
{
	return launch->subject * g->options.build_count + launch->build;
}

static void remember(struct repeat_policy *g, const struct repeat_slot *launch,
	const struct disturbance_evidence *evidence)
{
	struct repeat_state *s = g->state;

	if (s->unsure_count == UNSURE_MAX)
		return;
	s->unsure = memory_grow(
		s->unsure, &s->unsure_capacity, s->unsure_count + 1, sizeof(*s->unsure));
	s->unsure[s->unsure_count++] = (struct unsure){ *launch, *evidence };
}

void repeat_policy_resume(struct repeat_policy *g, const struct repeat_slot *launch,
	const struct launch *row, const struct evidence *evidence)
{
	struct repeat_resumed r = { .slot = *launch, .failed = row->status != OUTCOME_OK };

	if (!r.failed) {
		disturbance_evidence_of(row, evidence, &r.evidence);
		r.unsure =
			disturbance_judge(&g->disturbance, history_of(g, launch), &r.evidence)
				.unsure;
		/* As it was marked then. */
		r.reasons = disturbance_reasons(evidence->disturbed);
		count_launch(g, r.reasons, &r.evidence);
	}
	if (launch->slot == SIZE_MAX)
		return;
	if (r.slot.worker >= g->options.workers)
		r.slot.worker = 0;
	g->resumed = memory_grow(
		g->resumed, &g->resumed_capacity, g->resumed_count + 1, sizeof(*g->resumed));
	g->resumed[g->resumed_count++] = r;
}

/* The last attempt at a slot that was there. `seen`: another build of it was looked at. */
static void take_last(
	struct repeat_policy *g, const struct repeat_resumed *r, bool seen, bool *queued)
{
	struct repeat_state *s = g->state;
	unsigned before = r->slot.attempt - 1u;

	if (!seen) {
		s->repeated[r->slot.slot] =
			(uint8_t)(before < REPEATS_MAX ? before : REPEATS_MAX);
		g->used[r->slot.subject] += before;
		g->used_in_all += before;
		s->again[r->slot.slot] = before > 0;
		g->counts.repeated += before > 0;
		g->counts.clean += before > 0 && !r->failed && !r->reasons;
	}
	if (r->unsure && !r->reasons && g->options.max_repeats > 0)
		remember(g, &r->slot, &r->evidence);
	if (*queued || !r->reasons || r->failed || g->options.max_repeats <= 0 ||
		s->repeated[r->slot.slot] >= REPEATS_MAX)
		return;
	*queued = true;
	queue_repeat(g, &r->slot);
}

static void take_resumed(struct repeat_policy *g)
{
	size_t slots = g->state->plan->slot_count;
	uint16_t *last = memory_zeroed(slots, sizeof(*last));
	bool *seen = memory_zeroed(slots, sizeof(*seen));
	bool *queued = memory_zeroed(slots, sizeof(*queued));

	for (size_t i = 0; i < g->resumed_count; i++) {
		const struct repeat_slot *slot = &g->resumed[i].slot;

		if (slot->attempt > last[slot->slot])
			last[slot->slot] = slot->attempt;
	}
	for (size_t i = 0; i < g->resumed_count; i++) {
		size_t slot = g->resumed[i].slot.slot;

		if (g->resumed[i].slot.attempt != last[slot])
			continue;
		take_last(g, &g->resumed[i], seen[slot], &queued[slot]);
		seen[slot] = true;
	}
	g->resumed_count = 0;
	free(last);
	free(seen);
	free(queued);
}

void repeat_policy_begin(struct repeat_policy *g, const struct plan *plan)
{
	struct repeat_state *s = memory_zeroed(1, sizeof(*s));

	repeat_policy_end(g);
	g->state = s;
	s->plan = plan;
	s->repeated = memory_zeroed(plan->slot_count, sizeof(*s->repeated));
	s->again = memory_zeroed(plan->slot_count, sizeof(*s->again));
	for (size_t i = 0; i < plan->slot_count; i++)
		g->planned[plan->slots[i].benchmark]++;
	g->planned_in_all += plan->slot_count;
	take_resumed(g);
}

bool repeat_policy_launch(
	struct repeat_policy *g, const struct repeat_slot *launch, struct log_row *row)
{
	struct disturbance_evidence evidence;
	struct disturbance_verdict verdict;

	disturbance_evidence_of(&row->launch, &row->evidence, &evidence);
	verdict = disturbance_judge(&g->disturbance, history_of(g, launch), &evidence);
	row->evidence.disturbed = (char *)disturbance_words(verdict.reasons);
	row->launch.disturbed = verdict.reasons != 0;
	if (launch->kind == REPEAT_BIAS) {
		/* The parallel one of the pair was not disturbed either. */
		if (!verdict.reasons)
			bias_serial(&g->bias, launch->slot, launch->build, &row->launch);
		return verdict.reasons != 0;
	}
	count_launch(g, verdict.reasons, &evidence);
	if (verdict.unsure && g->options.max_repeats > 0)
		remember(g, launch, &evidence);
	if (!launch->serial && !verdict.reasons && launch->kind == REPEAT_PLANNED)
		bias_parallel(&g->bias, launch->slot, launch->build, &row->launch);
	return verdict.reasons != 0;
}

/* The choice depends on the seed and on the slot alone. */
static bool chosen_for_bias(const struct repeat_policy *g, const struct repeat_slot *slot)
{
	const struct repeat_state *s = g->state;
	const struct plan_slot *p = &s->plan->slots[slot->slot];
	uint64_t number = plan_random(s->plan, PLAN_BIAS, p->benchmark, p->round, p->stage);

	return g->options.workers > 1 && !slot->serial && slot->kind == REPEAT_PLANNED &&
	       g->bias_slots < BIAS_SLOTS_MAX &&
	       (double)(number >> 11) * 0x1p-53 < g->options.bias_share;
}

void repeat_policy_slot_over(
	struct repeat_policy *g, const struct repeat_slot *slot, bool failed, bool disturbed)
{
	struct repeat_state *s = g->state;

	/* Counted now, not when queued: the time may be over before its turn. */
	if (slot->kind == REPEAT_DISTURBED && !s->again[slot->slot]) {
		s->again[slot->slot] = true;
		g->counts.repeated++;
	}
	if (slot->kind == REPEAT_BIAS && disturbed && !failed &&
		s->repeated[slot->slot]++ < REPEATS_MAX) {
		enqueue(g, slot, REPEAT_BIAS);
		return;
	}
	if (failed || slot->kind == REPEAT_BIAS) {
		bias_forget(&g->bias, slot->slot);
		return;
	}
	if (slot->kind == REPEAT_DISTURBED && !disturbed)
		g->counts.clean++;
	if (!disturbed && chosen_for_bias(g, slot)) {
		g->bias_slots++;
		enqueue(g, slot, REPEAT_BIAS);
		return;
	}
	bias_forget(&g->bias, slot->slot);
	if (disturbed && g->options.max_repeats > 0 && s->repeated[slot->slot] < REPEATS_MAX)
		queue_repeat(g, slot);
}

/* With all that was learned the unsure ones are judged again. */
static void close_plan(struct repeat_policy *g)
{
	struct repeat_state *s = g->state;

	s->closing = true;
	for (size_t i = 0; i < s->unsure_count; i++) {
		const struct unsure *u = &s->unsure[i];

		if (!s->repeated[u->slot.slot] && disturbance_again(&g->disturbance,
							  history_of(g, &u->slot), &u->evidence)
							  .reasons)
			queue_repeat(g, &u->slot);
	}
	s->unsure_count = 0;
}

enum repeat_answer repeat_policy_next(
	struct repeat_policy *g, unsigned worker, struct repeat_slot *slot)
{
	struct repeat_state *s = g->state;

	if (!s->closing)
		close_plan(g);
	if (s->first == s->count)
		return REPEAT_NONE;
	if (s->queue[s->first].worker != worker)
		return REPEAT_WAIT;
	*slot = s->queue[s->first++];
	return REPEAT_READY;
}
