/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/pending.h"

#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"

/* So many are named. */
#define NAMED 3

/* Rows come with the regressions first. */
static char *called_text(const struct comparison *comparison, size_t count)
{
	AUTO(string_list_release) struct string_list list = { 0 };
	AUTO_FREE char *names = NULL;

	for (size_t i = 0; i < count && i < NAMED; i++) {
		AUTO_FREE char *name = words_name(comparison, &comparison->rows[i]);
		char text[FORMAT_SIZE];

		string_list_addf(&list, "%s %s", name,
			format_change(text, comparison->rows[i].time.ratio));
	}
	if (count > NAMED)
		string_list_addf(&list, "%zu more", count - NAMED);
	names = string_list_join(&list, ", ");
	return memory_format(
		"%s beside the build of the night before; the next night decides", names);
}

struct pending pending_of(const struct log *before, const struct log *now)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	AUTO(comparison_release) struct comparison comparison = { 0 };
	const size_t *counts = comparison.summary.counts;
	struct pending pending = { 0 };
	struct err e;

	if (comparison_make(&comparison, before, now, &options, &e))
		return pending;
	if (counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED])
		pending.text = called_text(
			&comparison, counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED]);
	pending.rises = counts[VERDICT_REGRESSED];
	return pending;
}

void pending_release(struct pending *pending)
{
	free(pending->text);
	*pending = (struct pending){ 0 };
}
