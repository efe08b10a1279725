/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/anchor_rows.h"

#include "compare/base/memory.h"
#include "compare/verdict/row_side.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *old, const char *new)
{
	return old && new &&*old &&strcmp(old, new) == 0;
}

static bool same_code(const struct compare_options *options, const struct joined *one)
{
	return one->old && one->new &&
	       (same_text(one->old->code_fingerprint, one->new->code_fingerprint) ||
		       same_text(
			       log_suite_meta(options->old_anchor, one->old->suite, "build_id"),
			       log_suite_meta(
				       options->new_anchor, one->new->suite, "build_id")));
}

struct compared_rows anchor_rows(const struct comparison *comparison)
{
	const struct compare_options *options = &comparison->options;
	struct join_options all = { 0 };
	struct compared_rows anchors = { 0 };
	struct join join = { 0 };
	struct row *rows;
	struct err e;

	if (!options->old_anchor || !options->new_anchor ||
		join_logs(&join, options->old_anchor, options->new_anchor, &all, &e))
		return anchors;
	rows = memory_zeroed(join.count + 1, sizeof(*rows));
	anchors.rows = memory_zeroed(join.count + 1, sizeof(struct row *));
	anchors.rows[0] = rows;
	for (size_t i = 0; i < join.count; i++) {
		const struct joined *one = &join.items[i];
		struct row *row = &rows[anchors.count];

		if (!same_code(options, one))
			continue;
		*row = (struct row){ .suite = one->suite,
			.name = one->name,
			.time = CHANGE_UNKNOWN,
			.same_code = true,
			.proven = true };
		row_side_fill(&row->old, options->old_anchor, one->old, options->estimator);
		row_side_fill(&row->new, options->new_anchor, one->new, options->estimator);
		if (row->old.launches && row->new.launches)
			anchors.rows[anchors.count++] = row;
	}
	join_release(&join);
	return anchors;
}

void anchor_rows_release(struct compared_rows *anchors)
{
	if (anchors->rows)
		free(anchors->rows[0]);
	free(anchors->rows);
	*anchors = (struct compared_rows){ 0 };
}
