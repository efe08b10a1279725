/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate_history WORLD RULE THRESHOLD SEED [LEVELS]: nights of a suite with known steps,
 * judged after each night as a nightly job would. Prints one CSV row. LEVELS holds measured
 * nights instead of normal noise: a line "TRACK NIGHT LN_TIME STANDARD_ERROR" for each value.
 * RULE promise judges nights drawn anew from them, and prints the false alarms in 300: of
 * nights drawn singly, and in blocks. tests/eval/studies/history_rules.py, history_dealt.py and
 * history_public.py start it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/history/promise.h"
#include "tests/eval/simulate_history/rules.h"

static const struct rule *const rules[] = { &rule_segments, &rule_oracle, &rule_binary,
	&rule_pelt, &rule_cusum, &rule_window, &rule_t_test, &rule_quartiles, &rule_fixed,
	&rule_otava, &rule_asv, &rule_lnt, &rule_lnt_10 };

static const struct rule *find_rule(const char *name)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (!strcmp(rules[i]->name, name))
			return rules[i];
	return NULL;
}

static void judge(
	struct nights *nights, const struct rule *rule, double threshold, struct tally *tally)
{
	for (int t = 0; t < nights->count; t++) {
		nights_add(nights, t);
		if (rule->judge && t >= QUIET)
			rule->judge(tally, threshold, t);
	}
	for (size_t i = 0; rule->judge_track && i < nights->track_count; i++)
		for (int t = QUIET; t < nights->count && !isnan(nights->levels[i][t]); t++)
			rule->judge_track(tally, i, threshold, t);
}

static void print_promise(struct nights *nights)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	struct changes changes;
	struct promise promise;

	for (int t = 0; t < nights->count; t++)
		nights_add(nights, t);
	changes_find(&changes, &nights->tracks, &settings);
	promise_measure(&promise, &nights->tracks, &changes, &settings);
	printf("%.1f,%.1f\n", promise_given(&promise, PROMISE_NIGHTS),
		promise_given(&promise, PROMISE_BLOCKS));
	promise_release(&promise);
	changes_release(&changes);
}

int main(int argc, char **argv)
{
	static struct nights nights;
	static struct tally tally = { .nights = &nights };
	const struct world *world = argc > 1 ? world_find(argv[1]) : NULL;
	const struct rule *rule = argc > 2 ? find_rule(argv[2]) : NULL;
	bool promise = argc > 2 && !strcmp(argv[2], "promise");
	size_t steps = 0;

	if (argc < 5 || argc > 6 || !world || !(rule || promise))
		return 2;
	if (nights_draw(&nights, world, strtoull(argv[4], NULL, 10), argv[5]))
		return fprintf(stderr, "%s: holds no levels\n", argv[5]), 2;
	if (promise)
		print_promise(&nights);
	else
		judge(&nights, rule, strtod(argv[3], NULL), &tally);
	for (size_t i = 0; i < nights.track_count; i++)
		steps += nights_has_step(&nights, i);
	if (rule && !world->measured)
		printf("%s,%s,%s,%d,%ld,%ld,%zu,%ld,%ld,%ld\n", world->name, rule->name,
			argv[3], nights.count - QUIET, tally.alarms, tally.same, steps,
			tally.found_2, tally.found_7, tally.found_30);
	nights_release(&nights);
	return 0;
}
