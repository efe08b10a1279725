/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/pair_metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/same_code.h"
#include "driver/run/run.h"
#include "harness/turn.h"

const char *pair_not_interleaved(const struct run *run, size_t *i)
{
	for (; *i < run->subject_count; ++*i) {
		const struct subject *s = &run->subjects[*i];

		if (!s->paths[0] || !s->paths[1] || (s->turns[0] && s->turns[1]))
			continue;
		while (*i < run->subject_count && !strcmp(run->subjects[*i].suite, s->suite))
			++*i;
		return s->suite;
	}
	return NULL;
}

static int put_interleave(const struct run *run, struct log_writer *writer, struct err *e)
{
	const char *suite;
	char time[32];
	size_t i = 0;
	int rc;

	snprintf(time, sizeof(time), "%dms", BD_TURN_SLICE_NS / 1000000);
	rc = log_writer_meta(writer, "interleave", time, e);
	while (!rc && (suite = pair_not_interleaved(run, &i))) {
		char *key = memory_format("interleave.%s", suite);

		rc = log_writer_meta(writer, key, "no", e);
		free(key);
	}
	return rc;
}

static char *join_names(const struct same_code *same)
{
	struct string_list names = { 0 };
	char *all;

	/* A blank separates: a name with one is none of the controls then. */
	for (size_t i = 0; i < same->count; i++)
		if (!strchr(same->names[i], ' '))
			string_list_add(&names, same->names[i]);
	all = string_list_join(&names, " ");
	string_list_release(&names);
	return all;
}

static int put_same_code(const struct suite *old, const struct suite *new,
	struct log_writer *writer, struct err *e)
{
	struct same_code same = { 0 };
	int rc = 0;

	if (same_code_find(&same, old->path, new->path, NULL) == 0 && same.count) {
		char *key = memory_format("same_code.%s", new->name);
		char *names = join_names(&same);

		rc = log_writer_meta(writer, key, names, e);
		free(key);
		free(names);
	}
	same_code_release(&same);
	return rc;
}

static const struct suite *find_suite(const struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->count; i++)
		if (!strcmp(suites->items[i].name, name))
			return &suites->items[i];
	return NULL;
}

int pair_metadata_put(const struct run *run, struct build *build, struct err *e)
{
	const struct build *first = &run->builds.items[0];
	int rc = 0;

	if (run->settings.interleave)
		rc = put_interleave(run, &build->writer, e);
	if (!rc && build != first)
		rc = log_writer_meta(&build->writer, "same_code_with", first->name, e);
	for (size_t i = 0; !rc && build != first && i < build->suites.count; i++) {
		const struct suite *new = &build->suites.items[i];
		const struct suite *old = find_suite(&first->suites, new->name);

		if (old)
			rc = put_same_code(old, new, &build->writer, e);
	}
	return rc;
}
