/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/pool_tuned.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/escape.h"
#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/table.h"
#include "driver/base/file_text.h"
#include "driver/pool/attempts.h"
#include "driver/pool/plan.h"
#include "driver/request/tuned.h"

void pool_tuned_plan(struct pool_plan *plan, const struct tuned *tuned)
{
	size_t size = 0;
	char *text = file_text(tuned->path, &size);

	/* The plan is JSON. */
	if (!text || !text_is_utf8(text, size)) {
		free(text);
		text = memory_text("");
	}
	free(plan->tuned);
	plan->tuned = text;
}

int pool_tuned_give(const struct pool_plan *plan, const char *path, struct err *e)
{
	return *plan->tuned ? attempts_note(path, plan->tuned, e) : 0;
}

static struct table *lines_of(const char *text)
{
	struct table *table = table_new();
	AUTO(lines_release) struct lines lines = { 0 };
	struct err e;

	lines_open_buffer(&lines, "", text, strlen(text));
	while (lines_next(&lines, &e) > 0)
		table_add(table, lines.text, 0, NULL);
	return table;
}

void pool_tuned_return(const struct pool_plan *plan, const char *path, const char *news)
{
	AUTO_TABLE struct table *planned = lines_of(plan->tuned);
	AUTO(string_list_release) struct string_list found = { 0 };
	AUTO(lines_release) struct lines lines = { 0 };
	struct err e;

	/* The first line is that of a file without entries. */
	if (!lines_open(&lines, path, &e))
		while (lines_next(&lines, &e) > 0)
			if (lines.number == 1 || !table_find(planned, lines.text))
				string_list_addf(&found, "%s\n", lines.text);
	if (found.count > 1) {
		AUTO_FREE char *text = string_list_join(&found, "");

		attempts_note(news, text, &e);
	}
}

int pool_tuned_take(struct tuned *tuned, const char *folder, struct err *e)
{
	AUTO(string_list_release) struct string_list files = { 0 };

	attempts_list(folder, ".tuned", &files);
	for (size_t i = 0; i < files.count; i++)
		tuned_take(tuned, files.items[i]);
	return tuned_save(tuned, e);
}
