/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/foreign.h"

#include "compare/print/format.h"

/*
 * The JSON of hyperfine (--export-json): {"results": [{"command", "times", "exit_codes" ...}]}.
 * Each run of a command is a process of its own, so each of its times is a launch.
 */

static const struct variant_field told_apart[] = { { "parameters", VARIANT_FIELD }, { NULL } };

static const struct node *next_of(const struct node *node)
{
	return node ? node->next : NULL;
}

static void parse_result(void *ctx, const struct node *result)
{
	struct foreign *f = ctx;
	const char *command = node_text(result, "command");
	const struct node *times = node_list(result, "times");
	const struct node *codes = node_list(result, "exit_codes");
	/* Since 1.19 it has the peak memory of each run. */
	const struct node *memory = node_list(result, "memory_usage_byte");
	const struct node *code = codes ? codes->as.first : NULL;
	const struct node *bytes = memory ? memory->as.first : NULL;
	size_t failures = 0;
	struct log_row row;

	if (!times || !times->count) {
		foreign_left_out(f, result->line, "it has no times");
		return;
	}
	if (!foreign_row(f, &row, "hyperfine", command, result, told_apart))
		return;
	for (const struct node *time = times->as.first; time; time = time->next) {
		row.launch.iterations = 1;
		row.evidence.memory.peak_kib = bytes && bytes->kind == NODE_NUMBER
						       ? foreign_kib(bytes->as.number)
						       : -1;
		if (time->kind == NODE_NUMBER && foreign_value(f, time->as.number, 1e9))
			foreign_launch(f, &row, time->line);
		else
			foreign_left_out(f, time->line, "a time of it is no time");
		failures += code && !(code->kind == NODE_NUMBER && code->as.number == 0);
		code = next_of(code);
		bytes = next_of(bytes);
	}
	if (failures)
		log_warn(f->log,
			"%s:%u: %zu run%s of '%s' failed; hyperfine was told to ignore that, "
			"so %s used",
			f->log->path, result->line, failures, PLURAL(failures), command,
			failures == 1 ? "it is" : "they are");
}

const struct reader reader_hyperfine = {
	.name = "hyperfine",
	.source = { .per_iteration = true, .random_layout = true, .commands = true },
	.heads = { { '{', { "\"results\"", "\"command\"" } } },
	.list = "results",
	.element = parse_result,
};
