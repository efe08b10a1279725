/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/foreign.h"

#include <string.h>

/*
 * sample.json of Criterion.rs, which each run leaves in target/criterion/GROUP/FUNCTION/new/,
 * and the one before it in .../base/: {"iters": [...], "times": [...]}, a sample each, in ns.
 * The name stands in its path alone.
 */
static bool parse_samples(struct foreign *f, const struct node *document, int64_t *iterations)
{
	const struct node *iters = node_list(document, "iters");
	const struct node *times = node_list(document, "times");
	const struct node *n = iters ? iters->as.first : NULL;

	f->count = 0;
	if (!times || !iters || times->count != iters->count)
		return false;
	for (const struct node *t = times->as.first; t; t = t->next, n = n->next) {
		int64_t count = n->kind == NODE_NUMBER ? foreign_count(n->as.number) : -1;

		if (count < 0 || t->kind != NODE_NUMBER ||
			!foreign_value(f, t->as.number / (double)count, 1))
			return false;
		*iterations = f->count == 1 || *iterations == count ? count : -1;
	}
	return f->count > 0;
}

static void parse_document(void *ctx, const struct node *document)
{
	struct foreign *f = ctx;
	struct string_list parts = { 0 }, name = { 0 };
	size_t first = 0;
	AUTO_FREE char *joined = NULL;
	struct log_row row;

	if (f->document == 1)
		log_warn(f->log,
			"%s:%u: its documents have no names and are taken for launches of one "
			"benchmark; keep each in the folder of its name",
			f->log->path, document->line);
	string_list_split(&parts, f->log->path, "/");
	for (size_t i = 0; i < parts.count; i++)
		first = strcmp(parts.items[i], "criterion") == 0 ? i + 1 : first;
	/* Without the folder of the run and the file. */
	if (!first && parts.count > 2)
		first = parts.count - 3;
	for (size_t i = first; i + 2 < parts.count; i++)
		string_list_add(&name, parts.items[i]);
	joined = string_list_finish(&name, "/");
	string_list_release(&parts);
	log_row_init(&row);
	row.suite = (char *)"criterion";
	row.benchmark = *joined ? joined : (char *)"sample";
	if (parse_samples(f, document, &row.launch.iterations))
		foreign_launch(f, &row, document->line);
	else
		foreign_left_out(f, document->line, "its 'iters' and 'times' are no samples");
}

const struct reader reader_criterion_sample = {
	.name = "criterion-sample",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '{', { "\"iters\":", "\"times\":" } } },
	.document = parse_document,
};
