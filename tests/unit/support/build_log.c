/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/build_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/finish.h"
#include "compare/verdict/comparison.h"

struct log build_log(const char *path, const char *session)
{
	struct log log = { .path = memory_text(path), .format = "bdriver", .complete = true };

	if (session)
		log_add_meta(&log, "session", session);
	log_add_meta(&log, "host", "box");
	log_add_meta(&log, "cpu_model", "Some CPU");
	log_add_meta(&log, "workers", "1");
	return log;
}

/* From -1 to 1. */
static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) / (double)(1ull << 52) - 1;
}

struct log_benchmark *build_benchmark(struct log *log, const char *suite, const char *name,
	size_t launches, double ns, double noise, unsigned first, unsigned seed)
{
	struct log_benchmark *benchmark = log_add_benchmark(log, suite, name, "");
	uint64_t state = seed * 2654435761u + 12345;
	double samples[5];

	for (const char *c = name; *c; c++)
		state = state * 31 + (unsigned char)*c;
	draw(&state);
	for (size_t i = 0; i < launches; i++) {
		struct launch *launch = log_add_launch(benchmark);
		double level = ns * (1 + noise * draw(&state));

		for (size_t k = 0; k < 5; k++)
			samples[k] = level * (1 + 0.1 * noise * (double)k);
		launch_summarise(launch, samples, 5);
		launch->round = (uint32_t)i + 1;
		launch->position = (uint8_t)(i % 2 ? 3 - first : first);
		launch->iterations = 100;
		launch->clock_step_ns = 1;
	}
	return benchmark;
}

struct launch *build_failure(struct log_benchmark *benchmark, enum outcome outcome)
{
	struct launch *launch = log_add_launch(benchmark);

	launch->status = (uint8_t)outcome;
	return launch;
}

const struct row *find_row(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		if (strcmp(comparison->rows[i].name, name) == 0)
			return &comparison->rows[i];
	fail_msg("no row %s", name);
	return NULL;
}

struct comparison compare_built(
	struct log *old, struct log *new, const struct compare_options *options)
{
	struct comparison comparison = { 0 };
	struct err e;

	log_finish(old);
	log_finish(new);
	if (comparison_make(&comparison, old, new, options, &e) != 0)
		fail_msg("%s", e.text);
	return comparison;
}

int built_setup(void **state)
{
	struct built *built = memory_zeroed(1, sizeof(*built));

	built->old = build_log("old.log", "one");
	built->new = build_log("new.log", "one");
	built->options = COMPARE_OPTIONS_DEFAULT;
	*state = built;
	return 0;
}

int built_setup_two_sessions(void **state)
{
	struct built *built;

	built_setup(state);
	built = *state;
	log_add_meta(&built->new, "session", "two");
	return 0;
}

int built_teardown(void **state)
{
	struct built *built = *state;

	comparison_release(&built->comparison);
	log_release(&built->old);
	log_release(&built->new);
	free(built);
	return 0;
}

void built_compare(struct built *built)
{
	comparison_release(&built->comparison);
	built->comparison = compare_built(&built->old, &built->new, &built->options);
}

enum verdict built_verdict(const struct built *built, const char *name)
{
	return find_row(&built->comparison, name)->time.verdict;
}
