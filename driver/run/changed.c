/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/changed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/prng.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/run/executed.h"
#include "driver/run/groups.h"
#include "driver/run/run.h"
#include "driver/suite/code.h"

/* As many as an adaptive run takes. */
#define ROUNDS_LIMIT 40
/* Controls have half the rounds, as they are many; fewer detect little. */
#define CONTROL_ROUNDS_MIN 5
/* No proof is perfect. If all have the same code, at least so many are measured all the same,
 * and as many as take so long. */
#define CONTROLS_MIN 10
#define CONTROLS_NS  10e9

int changed_read_code(struct builds *builds, const struct config *config, struct err *e)
{
	for (size_t b = 0; b < builds->count; b++) {
		struct build *build = &builds->items[b];

		for (size_t i = 0; i < build->suites.count; i++)
			if (suite_read_code(
				    &build->suites.items[i], config, build->directory, e))
				return -1;
	}
	return 0;
}

static bool is_same(size_t builds, const struct subject *subject)
{
	if (subject->role == ROLE_NOT_EXECUTED)
		return true;
	for (size_t b = 0; b < builds; b++)
		if (!subject->builds[b].code || !*subject->builds[b].code ||
			strcmp(subject->builds[b].code, subject->builds[0].code) != 0)
			return false;
	return true;
}

static void shuffle(size_t *items, size_t count, uint64_t seed)
{
	struct prng random;

	prng_seed(&random, seed);
	for (size_t i = count; i > 1; i--) {
		size_t k = (size_t)prng_below(&random, i), item = items[i - 1];

		items[i - 1] = items[k];
		items[k] = item;
	}
}

/* Marks what is left out; the others keep their order. */
static void leave_out(struct subjects *subjects, const bool *left_out)
{
	size_t kept = 0;

	for (size_t i = 0; i < subjects->count; i++)
		if (!left_out[i])
			subjects->items[kept++] = subjects->items[i];
	subjects->count = kept;
}

static size_t control_count(const struct run *run, const size_t *items, size_t same)
{
	double left = CONTROLS_NS * (run->cpus.workers ? run->cpus.workers : 1);
	size_t count = 0;

	if (run->settings.part.controls_given || same < run->subjects.count)
		return run->settings.part.controls;
	while (count < same) {
		left -= run->changed.control_rounds * run_usual_ns(run, items[count]);
		if (left < 0 && count >= CONTROLS_MIN)
			break;
		count++;
	}
	return count;
}

static void note_not_executed(struct string_list *list, const struct subjects *subjects)
{
	for (size_t i = 0; i < subjects->count; i++) {
		const struct subject *s = &subjects->items[i];
		AUTO_FREE char *key = log_fact_key(LOG_NOT_EXECUTED, s->suite, s->name);

		if (s->role == ROLE_NOT_EXECUTED)
			string_list_add(list, key);
	}
}

static void draw_controls(struct run *run)
{
	size_t n = run->subjects.count, same = 0;
	AUTO_FREE size_t *items = memory_zeroed(n, sizeof(*items));
	AUTO_FREE bool *left_out = memory_zeroed(n, sizeof(*left_out));

	note_not_executed(&run->changed.not_executed, &run->subjects);
	for (size_t i = 0; i < n; i++)
		if (is_same(run->builds.count, &run->subjects.items[i])) {
			run->subjects.items[i].role = ROLE_CONTROL;
			items[same++] = i;
			run->changed.reads_files += run->subjects.items[i].reads_files;
		}
	shuffle(items, same, run->settings.seed);
	for (size_t i = control_count(run, items, same); i < same; i++)
		left_out[items[i]] = true;
	leave_out(&run->subjects, left_out);
	run->changed.same = same;
	run->changed.changed = n - same;
	run->changed.controls = run->subjects.count - run->changed.changed;
}

/* A smoke run has rounds for both its stages at once for all that is changed, if that takes no
 * longer than its first stage for all benchmarks. Who needs few gives them to the others. */
static void divide_time(struct changed_counts *c, struct run_settings *s)
{
	size_t slots = (c->changed + c->same) * s->rounds - c->controls * c->control_rounds;
	size_t both = s->rounds + s->stage2_rounds;
	size_t rounds = c->changed ? slots / c->changed : 0;

	if (!c->changed) {
		s->stage2_rounds = 0;
		c->rounds = c->control_rounds;
		return;
	}
	if (s->stage2_rounds && rounds < both) {
		c->rounds = s->rounds;
		return;
	}
	if (s->stage2_rounds) {
		rounds = both;
		s->adaptive = s->ends_early = true;
	}
	s->stage2_rounds = 0;
	if (rounds > ROUNDS_LIMIT)
		rounds = ROUNDS_LIMIT;
	c->rounds = (uint32_t)(rounds > (size_t)s->rounds ? rounds : (size_t)s->rounds);
}

static int find_executed(struct run *run, struct err *e)
{
	AUTO_FREE bool *same = memory_zeroed(run->subjects.count + 1, sizeof(*same));

	for (size_t i = 0; i < run->subjects.count; i++)
		same[i] = is_same(run->builds.count, &run->subjects.items[i]);
	return executed_find(run, same, e);
}

int changed_choose(struct run *run, struct err *e)
{
	uint32_t rounds = run->settings.rounds, few = rounds / 2;

	run->changed.rounds = run->changed.control_rounds = rounds;
	if (!run->settings.part.changed)
		return 0;
	if (run->settings.part.executed && find_executed(run, e))
		return -1;
	if (few < CONTROL_ROUNDS_MIN)
		few = CONTROL_ROUNDS_MIN;
	run->changed.control_rounds = few < rounds ? few : rounds;
	draw_controls(run);
	divide_time(&run->changed, &run->settings);
	return 0;
}

/* Ends the line. */
static void print_reads_files(size_t count)
{
	if (count)
		fprintf(stderr, "; %zu of these read%s files, which are not compared", count,
			count == 1 ? "s" : "");
	fputc('\n', stderr);
}

const char *changed_none(const struct changed_counts *changed)
{
	return changed->not_executed.count ? "none executes changed code"
					   : "all with the same code";
}

static void print_counts(const struct changed_counts *c)
{
	size_t not_executed = c->not_executed.count;

	fprintf(stderr, ": %zu with changed code, ", c->changed);
	if (not_executed)
		fprintf(stderr, "%zu that do%s not execute it, ", not_executed,
			not_executed == 1 ? "es" : "");
	fprintf(stderr, "%zu with the same (%zu measured as controls)", c->same - not_executed,
		c->controls);
}

static bool all_changed(const struct subjects *subjects, const char *suite)
{
	size_t all = 0;

	for (size_t i = 0; i < subjects->count; i++) {
		if (strcmp(subjects->items[i].suite, suite) != 0)
			continue;
		if (subjects->items[i].role == ROLE_CONTROL)
			return false;
		all++;
	}
	return all > 1;
}

/* Why all of some suites may count as changed. */
static void print_few_relocations(const struct suites *suites, const struct subjects *subjects)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < suites->count; i++)
		if (suites->items[i].few_relocations &&
			all_changed(subjects, suites->items[i].name) && !count++)
			first = suites->items[i].name;
	if (count) {
		AUTO_FREE char *who = suites_text(count, first);

		fprintf(stderr,
			"%s: all count as changed; linked with -Wl,--emit-relocs, fewer may\n",
			who);
	}
}

void changed_print(const struct run *run)
{
	const struct changed_counts *c = &run->changed;
	size_t all = c->changed + c->same;

	if (!run->settings.part.changed || run->settings.shared.quiet)
		return;
	fprintf(stderr, "%zu benchmark%s", all, PLURAL(all));
	if (c->changed)
		print_counts(c);
	else if (c->controls)
		fprintf(stderr, ", %s: %zu measured as controls (--all measures all)",
			changed_none(c), c->controls);
	else
		fprintf(stderr, ", %s: nothing is measured (--all measures all)",
			changed_none(c));
	print_reads_files(c->reads_files);
	if (c->changed)
		print_few_relocations(&run->builds.items[0].suites, &run->subjects);
}
