/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/groups.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/measure/batch.h"
#include "driver/measure/measure.h"
#include "driver/request/settings.h"
#include "driver/suite/suite.h"

/* What a benchmark takes in a launch of many, at least. */
#define SHARE_NS 3e7
/* Of a suite, in one launch: with more, the luck of a launch would be that of the whole suite
 * in each round, and no correction for many tests knows it
 * (tests/eval/pages/simulate_group.md). */
#define PART_MOST 5

/* In the build that starts faster; NAN: one build cannot measure several in a launch. */
static double start_ns_of(const struct subject *s)
{
	double ns = INFINITY;

	for (size_t b = 0; b < MEASURE_BUILDS_MAX; b++) {
		if (!s->builds[b].path)
			continue;
		if (!s->builds[b].adapter->groups)
			return NAN;
		ns = fmin(ns, s->builds[b].start_ns);
	}
	return ns;
}

static double part_of(const struct subjects *subjects, const struct subject *s)
{
	size_t n = 0;

	for (size_t i = 0; i < subjects->count; i++)
		n += subjects->items[i].suite == s->suite;
	return floor((double)n / PART_MOST);
}

/* Without a wish: so many that a start takes as long as what it is for. */
static unsigned size_of(const struct run_settings *settings, const struct subjects *subjects,
	const struct subject *s)
{
	double launch_ns = (double)settings->launch_time_ns, start_ns = start_ns_of(s);
	int64_t wish = settings->group ? settings->group : s->settings->group;
	double size = ceil(start_ns / fmax(launch_ns, SHARE_NS));

	if (isnan(start_ns) || settings->iterations)
		return 0;
	if (wish > 0)
		return wish > 1 ? (unsigned)wish : 0;
	if (!batch_is_costly(start_ns, 0, launch_ns))
		return 0;
	return (unsigned)fmax(2, fmin(GROUP_MAX, fmin(size, part_of(subjects, s))));
}

void groups_choose(const struct run_settings *settings, struct subjects *subjects)
{
	bool any = false;

	for (size_t i = 0; i < subjects->count; i++) {
		struct subject *s = &subjects->items[i];

		s->group = size_of(settings, subjects, s);
		if (s->group)
			s->iterations = 0;
		any |= s->group;
	}
	if (settings->group > 1 && !any)
		message_warning("--group: no suite here can measure several benchmarks in one "
				"launch: only those of Google Benchmark can, without "
				"--iterations");
}

static const struct subject *grouped(const struct subjects *subjects, const char *suite)
{
	for (size_t i = 0; i < subjects->count; i++)
		if (subjects->items[i].group && !strcmp(subjects->items[i].suite, suite))
			return &subjects->items[i];
	return NULL;
}

char *groups_text(const struct subjects *subjects, const char *suite)
{
	const struct subject *s = grouped(subjects, suite);
	char start[16];

	if (!s)
		return NULL;
	duration_text(start_ns_of(s), start, sizeof(start));
	return memory_format(
		"up to %u benchmarks share a launch: a start takes %s", s->group, start);
}

char *suites_text(size_t count, const char *first)
{
	return count == 1 ? memory_format("suite %s", first)
			  : memory_format("%zu suites, as %s", count, first);
}

/* Once for all. */
static void say_advice(const struct suites *suites)
{
	const struct suite *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < suites->count; i++)
		if (suites->items[i].counts == COUNTS_ONE &&
			suites->items[i].adapter->advice_on_one && !count++)
			first = &suites->items[i];
	if (first) {
		AUTO_FREE char *who = suites_text(count, first->name);

		message_line(stderr, "%s: %s", who, first->adapter->advice_on_one);
	}
}

void groups_say(const struct suites *suites, const struct subjects *subjects)
{
	say_advice(suites);
	for (size_t i = 0; i < suites->count; i++) {
		AUTO_FREE char *text = groups_text(subjects, suites->items[i].name);

		if (text)
			message_line(stderr, "suite %s: %s (--group no: one benchmark each)",
				suites->items[i].name, text);
	}
}
