/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/log/row.h"
#include "doctor/checks.h"
#include "driver/checkup/waivers.h"

#define CALIBRATION_SAMPLES 3
#define SAMPLES             200
#define SAMPLES_LEAST       5
/* Of the launches of 4 and 8 iterations; those of 2 have as many samples as fit in it. */
#define LAUNCH_TIME_NS 50000000
/* Launches of 1 and 2 iterations take all their samples: memory is compared between them. */
#define NO_LIMIT_NS 100000000000
/* For estimates: what a launch takes beside its samples, and what one takes that tunes. */
#define LAUNCH_EXTRA_NS 4e6
#define TUNING_NS       50e6
/* Of the launches that are not pinned: CPU time against wall time needs no more. */
#define ANYWHERE_ROUNDS  2
#define ANYWHERE_TIME_NS 10000000
/* Each sample of other frameworks may prepare its input again: a launch takes so much for it.
 */
#define REST_MOST_NS 3e9
/* A long benchmark is not launched alone for longer than that, but CHECKUP_ROUNDS times. */
#define ALONE_MOST_NS 3e9
/* Where fewer than one in so many launches is quiet, more of them will not help. */
#define QUIET_MIN 10
#define PASSES    3

static const int64_t counts[] = { 1, 2, 4, 8 };
#define COUNTS (ARRAY_SIZE(counts))
_Static_assert(COUNTS + 1 == CHECKUP_COUNTS, "and the main one");

static double as_samples(double ns)
{
	double n = floor(LAUNCH_TIME_NS / 2.0 / fmax(ns, 1));

	return fmin(fmax(n, SAMPLES_LEAST), SAMPLES);
}

static void set_samples(const struct checkup *c, struct plan_slot *slot)
{
	double rest_ns = c->of[slot->benchmark].rest_ns;

	slot->samples = SAMPLES;
	slot->launch_time_ns = LAUNCH_TIME_NS;
	if (slot->iterations <= 2) {
		slot->samples = (int64_t)as_samples(c->of[slot->benchmark].one_ns);
		slot->launch_time_ns = NO_LIMIT_NS;
	}
	if (rest_ns > 0)
		slot->samples = (int64_t)fmin(
			(double)slot->samples, fmax(REST_MOST_NS / rest_ns, SAMPLES_LEAST));
}

/* The first iteration alone, with empty caches, may take ten thousand times as long as one of
 * many. */
static double sample_ns(const struct checkup *c, const struct plan_slot *slot)
{
	double one_ns = c->of[slot->benchmark].one_ns, many_ns = c->of[slot->benchmark].many_ns;

	return one_ns + (many_ns > 0 ? many_ns : one_ns) * (double)(slot->iterations - 1);
}

static double expected_ns(const struct checkup *c, const struct plan_slot *slot)
{
	double sample = sample_ns(c, slot);

	return LAUNCH_EXTRA_NS + sample +
	       fmin((double)slot->samples * sample, fmax(LAUNCH_TIME_NS, sample));
}

static void add_launch(struct checkup *c, struct plan_slot *slot)
{
	slot->fixed_layout = true;
	slot->stage = (uint8_t)c->stage;
	set_samples(c, slot);
	plan_add_slot(&c->run.phase.plan, slot);
	ledger_expect(&c->run.ledger, slot->benchmark, expected_ns(c, slot));
}

/* Can its launches be told this number? What a launch chooses itself counts as the main one. */
static bool can_count(const struct checkup *c, size_t subject, int64_t iterations)
{
	enum adapter_counts can = c->run.subjects.items[subject].counts;

	return can == COUNTS_ANY || (can == COUNTS_ONE && iterations == 1);
}

/* Iterations of the launches whose samples are looked at. */
static int64_t main_count(const struct checkup *c, size_t subject)
{
	int64_t tuned = c->run.subjects.items[subject].iterations;

	return tuned > counts[COUNTS - 1] ? tuned : counts[COUNTS - 1];
}

static void begin_step(struct checkup *c)
{
	ledger_release(&c->run.ledger);
	ledger_init(&c->run.ledger, c->run.subjects.count);
}

void checkup_plan_calibration(struct checkup *c)
{
	begin_step(c);
	for (size_t i = 0; i < c->run.subjects.count; i++)
		for (int tunes = 0; tunes <= 1; tunes++) {
			struct plan_slot slot = { .benchmark = (uint32_t)i,
				/* Of failures both rows are kept. */
				.round = 1 + (uint32_t)tunes,
				.stage = CHECKUP_STAGE,
				.fixed_layout = true,
				.iterations = !tunes,
				.samples = CALIBRATION_SAMPLES,
				.launch_time_ns = LAUNCH_TIME_NS };

			plan_add_slot(&c->run.phase.plan, &slot);
			ledger_expect(&c->run.ledger, i, LAUNCH_EXTRA_NS + tunes * TUNING_NS);
		}
}

/* The benchmarks of one round in random order, serial ones last; the plan's own shuffle. */
static void plan_order(struct checkup *c, struct plan *order, uint32_t round)
{
	AUTO_FREE bool *serial = memory_zeroed(c->run.subjects.count, sizeof(*serial));

	for (size_t i = 0; i < c->run.subjects.count; i++)
		serial[i] = c->run.subjects.items[i].alone;
	order->seed = c->run.settings.seed;
	plan_add_rounds(order, &(struct plan_options){ .benchmark_count = c->run.subjects.count,
				       .serial = serial,
				       .first_round = round,
				       .rounds = 1 });
}

/* Has the choice a check that one launch of one iteration does not answer? */
static bool wants_more(const struct checkup *c)
{
	for (size_t i = 0; all_checks[i]; i++)
		if (!all_checks[i]->of_names && audit_chosen(&c->choice, all_checks[i]))
			return true;
	return false;
}

void checkup_plan_rounds(struct checkup *c)
{
	bool more = wants_more(c);

	begin_step(c);
	for (uint32_t round = 1; round <= (more ? CHECKUP_ROUNDS : 1); round++) {
		AUTO(plan_release) struct plan order = { 0 };

		plan_order(c, &order, round);
		for (size_t k = 0; k <= (more ? COUNTS : 0); k++)
			for (size_t i = 0; i < order.slot_count; i++) {
				struct plan_slot slot = order.slots[i];

				slot.iterations =
					k < COUNTS ? counts[k] : main_count(c, slot.benchmark);
				if (k == COUNTS && slot.iterations == counts[COUNTS - 1])
					continue;
				slot.round += k == COUNTS ? CHECKUP_ROUNDS : 0;
				if (k < COUNTS && !can_count(c, slot.benchmark, counts[k]))
					continue;
				if (!c->of[slot.benchmark].broken)
					add_launch(c, &slot);
			}
	}
}

static void plan_anywhere(struct checkup *c, size_t subject, uint32_t round)
{
	struct plan_slot slot = { .benchmark = (uint32_t)subject,
		.round = round,
		.stage = (uint8_t)c->stage,
		.anywhere = true,
		.fixed_layout = true,
		.iterations = main_count(c, subject) };

	set_samples(c, &slot);
	slot.launch_time_ns = ANYWHERE_TIME_NS;
	plan_add_slot(&c->run.phase.plan, &slot);
	ledger_expect(&c->run.ledger, subject,
		LAUNCH_EXTRA_NS + fmax(ANYWHERE_TIME_NS, sample_ns(c, &slot)));
}

/* Some seconds apart, as one may meet a busy moment. */
void checkup_plan_anywhere(struct checkup *c)
{
	begin_step(c);
	if (!audit_chosen(&c->choice, check_find("waits")))
		return;
	for (uint32_t round = 1; round <= ANYWHERE_ROUNDS; round++)
		for (size_t i = 0; i < c->run.subjects.count; i++)
			if (!c->of[i].broken)
				plan_anywhere(c, i, round);
}

/* Must launches of n iterations be taken again for these needs? Those of the main count are, in
 * any case. */
static bool is_doubted(unsigned needs, int64_t n)
{
	return (needs & NEED_FOUR_COUNTS) || ((needs & NEED_TWO_COUNTS) && n <= 2);
}

static unsigned launches_alone(const struct checkup *c, size_t subject, unsigned wanted)
{
	struct plan_slot slot = { .benchmark = (uint32_t)subject,
		.iterations = main_count(c, subject) };
	double most;

	set_samples(c, &slot);
	most = ALONE_MOST_NS / expected_ns(c, &slot);
	return (unsigned)fmin(wanted, fmax(most, CHECKUP_ROUNDS));
}

/* The place of a launch among the counts; the last is the main one: eight iterations, or as
 * many as it takes until the clock does not matter. CHECKUP_COUNTS: none of them. */
static unsigned count_of(const struct checkup *c, size_t subject, int64_t iterations)
{
	unsigned k = 0;

	if (iterations == main_count(c, subject) || !can_count(c, subject, iterations))
		return COUNTS;
	while (k < COUNTS && counts[k] != iterations)
		k++;
	return k < COUNTS ? k : CHECKUP_COUNTS;
}

/* How many launches of each count are still to be made. Returns whether there are any. */
static bool find_missing(
	const struct checkup *c, size_t subject, unsigned missing[CHECKUP_COUNTS])
{
	const struct checked *alone = &c->of[subject];
	unsigned most = launches_alone(c, subject, alone->doubt.launches);
	bool any = false;

	for (size_t k = 0; k <= COUNTS; k++) {
		unsigned wanted = most;

		if (k < COUNTS && (counts[k] == main_count(c, subject) ||
					  !can_count(c, subject, counts[k]) ||
					  !is_doubted(alone->doubt.needs, counts[k])))
			wanted = 0;
		else if (k < COUNTS && wanted > CHECKUP_ROUNDS)
			wanted = CHECKUP_ROUNDS;
		missing[k] = alone->quiet[k] < wanted ? wanted - alone->quiet[k] : 0;
		any |= missing[k] > 0;
	}
	return any;
}

/* A round of what is missing. */
static bool plan_again(struct checkup *c, size_t subject, unsigned missing[CHECKUP_COUNTS])
{
	struct plan_slot slot = { .benchmark = (uint32_t)subject };
	bool any = false;

	for (size_t k = 0; k <= COUNTS; k++) {
		if (!missing[k])
			continue;
		missing[k]--;
		slot.iterations = k < COUNTS ? counts[k] : main_count(c, subject);
		slot.round = any ? c->of[subject].rounds : ++c->of[subject].rounds;
		add_launch(c, &slot);
		any = true;
	}
	return any;
}

void checkup_plan_alone(struct checkup *c)
{
	unsigned(*missing)[CHECKUP_COUNTS] =
		memory_zeroed(c->run.subjects.count, sizeof(*missing));
	bool more = false;

	begin_step(c);
	for (size_t i = 0; i < c->run.subjects.count; i++)
		more |= find_missing(c, i, missing[i]);
	while (more) {
		more = false;
		for (size_t i = 0; i < c->run.subjects.count; i++)
			more |= plan_again(c, i, missing[i]);
	}
	free(missing);
}

static struct subject *subject_of(struct run *run, const struct bench_data *bench)
{
	for (size_t i = 0; i < run->subjects.count; i++)
		if (!strcmp(run->subjects.items[i].name, bench->name) &&
			!strcmp(run->subjects.items[i].suite, bench->suite))
			return &run->subjects.items[i];
	return NULL;
}

int recheck_find_doubts(struct checkup *c, struct err *e)
{
	struct run *run = &c->run;
	struct audit_choice choice = c->choice;
	struct audit audit = { 0 };
	struct log log = { 0 };

	if (log_read(&log, run->builds.items[0].part, LOG_KEEP_SAMPLES, e))
		return -1;
	waivers_take(&run->config.doctor, &log, false); /* the report will warn */
	choice.doubts = true;
	audit_logs(&audit, &log, 1, &run->config.doctor, &choice);
	for (size_t i = 0; i < audit.benches.count; i++) {
		const struct bench_data *bench = &audit.benches.items[i];
		struct doubt doubt = audit_doubt(bench, &choice);
		const struct subject *subject = doubt.launches ? subject_of(run, bench) : NULL;

		if (subject)
			c->of[subject - run->subjects.items].doubt = doubt;
	}
	audit_release(&audit);
	log_release(&log);
	return 0;
}

void recheck_note(struct checkup *c, size_t subject, const struct log_row *row)
{
	struct evidence evidence = row->evidence;
	struct launch launch = row->launch;
	unsigned k = count_of(c, subject, launch.iterations);

	core_floor_learn(&c->floor, evidence.cpu, evidence.core.low);
	evidence.core_shared = core_floor_passed(&c->floor, evidence.cpu, evidence.core.high);
	launch.evidence = &evidence;
	if (c->stage == CHECKUP_STAGE_ALONE && k < CHECKUP_COUNTS && launch_is_quiet(&launch))
		c->of[subject].quiet[k]++;
}

static size_t quiet_launches(const struct checkup *c)
{
	size_t quiet = 0;

	for (size_t i = 0; i < c->run.subjects.count; i++)
		for (unsigned k = 0; k < CHECKUP_COUNTS; k++)
			quiet += c->of[i].quiet[k];
	return quiet;
}

bool recheck_plan(struct checkup *c)
{
	size_t quiet = quiet_launches(c);

	if (c->passes == PASSES ||
		(c->passes && (quiet - c->quiet_before) * QUIET_MIN < c->planned))
		return false;
	c->stage = CHECKUP_STAGE_ALONE;
	c->quiet_before = quiet;
	checkup_plan_alone(c);
	c->planned = c->run.phase.plan.slot_count;
	c->passes++;
	return c->planned > 0;
}
