/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/groups.h"

#include <jansson.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "compare/verdict/whole.h"

/* {"suite": {"tag": ["benchmark"]}}, as the metadata have it; without tags {"suite": {}}. */
static json_t *tags_of(const struct log *log)
{
	json_t *tags = json_object();

	for (size_t i = 0; i < log->benchmark_count; i++) {
		const char *suite = log->benchmarks[i].suite, *text;
		json_t *of_suite;

		if (json_object_get(tags, suite))
			continue;
		text = log_suite_meta(log, suite, "tags");
		of_suite = text ? json_loads(text, 0, NULL) : NULL;
		json_put(tags, suite, of_suite ? of_suite : json_object());
	}
	return tags;
}

/* A suite (tag NULL), or a tag of any. */
struct group {
	const char *suite, *tag;
	const json_t *tags;
};

static bool has_row(const struct row *row, void *ctx)
{
	const struct group *group = ctx;
	const json_t *names, *name;
	size_t i;

	if (!group->tag)
		return !strcmp(row->suite, group->suite);
	names = json_object_get(json_object_get(group->tags, row->suite), group->tag);
	json_array_foreach(names, i, name)
		if (json_is_string(name) && !strcmp(json_string_value(name), row->name))
			return true;
	return false;
}

void groups_each(const struct comparison *comparison,
	void (*take)(void *ctx, const char *name, const struct mean_ratio *mean), void *ctx)
{
	json_auto_t *tags = comparison->options.by ? tags_of(comparison->new) : NULL;
	json_auto_t *all = json_object();
	struct group group = { .tags = tags };
	const char *suite, *tag, *name;
	json_t *of_suite, *names;

	json_object_foreach(tags, suite, of_suite) {
		if (comparison->options.by == BY_SUITE)
			json_put(all, suite, json_null());
		else
			json_object_foreach(of_suite, tag, names)
				json_put(all, tag, json_null());
	}
	json_object_foreach(all, name, names) {
		bool by_suite = comparison->options.by == BY_SUITE;
		AUTO_FREE char *title =
			memory_format("%s %s", by_suite ? "suite" : "tag", name);
		struct mean_ratio mean;

		group.suite = by_suite ? name : NULL;
		group.tag = by_suite ? NULL : name;
		mean = mean_ratio_of(comparison, has_row, &group);
		if (mean.count)
			take(ctx, title, &mean);
	}
}
