/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/foreign.h"

#include <math.h>
#include <string.h>

/*
 * The JSON of pytest-benchmark: {"machine_info", "commit_info", "benchmarks": [{"fullname",
 * "stats"}], "datetime"}. One document is one process. Times are in seconds per iteration. The
 * samples are in it with --benchmark-json or --benchmark-save-data; else there are quartiles.
 */

static const struct variant_field told_apart[] = { { "group", VARIANT_FIELD },
	{ "params", VARIANT_FIELD }, { NULL } };

static bool put_quartiles(struct log_row *row, const struct node *stats, double quartiles[5])
{
	static const char *const keys[] = { "min", "q1", "median", "q3", "max" };
	double rounds = node_number(stats, "rounds", 0);

	for (size_t i = 0; i < 5; i++) {
		quartiles[i] = node_number(stats, keys[i], NAN) * 1e9;
		if (!(quartiles[i] >= (i ? quartiles[i - 1] : 0) && quartiles[i] <= LOG_NS_MAX))
			return false;
	}
	row->evidence.quantile.values = quartiles;
	row->evidence.quantile.count = 5;
	if (rounds >= 1 && rounds < UINT32_MAX)
		row->samples_behind = (uint32_t)rounds;
	row->mean_ns = node_number(stats, "mean", NAN) * 1e9;
	row->sd_ns = node_number(stats, "stddev", NAN) * 1e9;
	return true;
}

static void parse_benchmark(void *ctx, const struct node *benchmark)
{
	struct foreign *f = ctx;
	const struct node *stats = node_get(benchmark, "stats");
	const struct node *data = node_get(stats, "data");
	const char *name = node_text(benchmark, "fullname");
	double quartiles[5];
	struct log_row row;

	name = name ? name : node_text(benchmark, "name");
	if (!foreign_row(f, &row, "pytest-benchmark", name, benchmark, told_apart))
		return;
	row.launch.iterations = foreign_count(node_number(stats, "iterations", NAN));
	if (foreign_values(f, data, 1e9))
		foreign_launch(f, &row, benchmark->line);
	else if (data && data->kind == NODE_ARRAY && !data->count)
		foreign_left_out(f, benchmark->line, "it has no rounds: its 'data' is empty");
	else if (data)
		foreign_left_out(f, benchmark->line, "a value of its 'data' is no time");
	else if (put_quartiles(&row, stats, quartiles))
		foreign_launch(f, &row, benchmark->line);
	else
		foreign_left_out(f, benchmark->line,
			"its 'stats' hold neither data nor min, q1, median, q3 and max");
}

static void parse_machine(struct foreign *f, const struct node *machine)
{
	foreign_meta(f, "host", node_text(machine, "node"));
	foreign_same(f, "node", node_text(machine, "node"));
	foreign_same(f, "python_version", node_text(machine, "python_version"));
	foreign_same(f, "python_implementation", node_text(machine, "python_implementation"));
}

static void parse_member(void *ctx, const struct node *member)
{
	struct foreign *f = ctx;

	if (!strcmp(member->key, "machine_info"))
		parse_machine(f, member);
	else if (!strcmp(member->key, "commit_info")) {
		foreign_meta(f, "revision", node_text(member, "id"));
		foreign_same(f, "revision", node_text(member, "id"));
	} else if (!strcmp(member->key, "datetime") && member->kind == NODE_TEXT)
		foreign_meta(f, "started", member->as.text);
}

const struct reader reader_pytest_benchmark = {
	.name = "pytest-benchmark",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '{', { "\"machine_info\": {", "\"benchmarks\"" } },
		{ '{', { "\"machine_info\":{", "\"benchmarks\"" } } },
	.list = "benchmarks",
	.element = parse_benchmark,
	.member = parse_member,
};
