/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/foreign.h"

#include <math.h>

/*
 * The JSON of nanobench (templates::json): {"results": [{"title", "name", "clockResolution",
 * "measurements": [{"iterations", "elapsed"}]}]}. `elapsed` is seconds per iteration, each
 * measurement a sample, the result a launch, its title a suite. Epochs differ in iterations.
 */
static const struct variant_field told_apart[] = { { "complexityN", VARIANT_FIELD },
	{ "unit", VARIANT_FIELD }, { "batch", VARIANT_FIELD }, { NULL } };

static bool parse_samples(
	struct foreign *f, const struct node *measurements, int64_t *iterations)
{
	f->count = 0;
	for (const struct node *m = measurements->as.first; m; m = m->next) {
		int64_t n = foreign_count(node_number(m, "iterations", NAN));

		if (!foreign_value(f, node_number(m, "elapsed", NAN), 1e9))
			return false;
		*iterations = f->count == 1 || n == *iterations ? n : -1;
	}
	return f->count > 0;
}

static void parse_result(void *ctx, const struct node *result)
{
	struct foreign *f = ctx;
	const struct node *measurements = node_list(result, "measurements");
	const char *title = node_text(result, "title"), *name = node_text(result, "name");
	double step = node_number(result, "clockResolution", NAN) * 1e9;
	int64_t iterations = -1;
	struct log_row row;

	if (!measurements || !parse_samples(f, measurements, &iterations)) {
		foreign_left_out(f, result->line,
			"it has no measurements, or one whose 'elapsed' is no time; write the "
			"file with ankerl::nanobench::templates::json()");
		return;
	}
	if (!foreign_row(
		    f, &row, title && *title ? title : "nanobench", name, result, told_apart))
		return;
	row.launch.iterations = iterations;
	/* The step is that of a whole sample. */
	if (row.launch.iterations > 0 && step > 0 && step <= LOG_NS_MAX)
		row.launch.clock_step_ns = step;
	foreign_launch(f, &row, result->line);
}

const struct reader reader_nanobench = {
	.name = "nanobench",
	.source = { .random_layout = true },
	.heads = { { '{', { "\"results\"", "\"measurements\"" } } },
	.list = "results",
	.element = parse_result,
};
