/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A key at a time, in the order in which they first appear. Each has a rule: one value of all,
 * the least or greatest time, a sum, a union. What differs without a rule is a fact of the
 * machine: node.NODE.KEY.
 */
#include "driver/parts/merge_head.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/print/json.h"
#include "driver/base/path.h"

/* One key in all parts. */
struct values {
	const char *key;
	const char **of; /* of each part; NULL: it lacks the key */
	const struct part *parts;
	size_t count;
};

/* Its value is returned for the merged log, or NULL: nodes say it. The caller frees it. */
typedef char *(*rule_fn)(const struct values *values);

static const char *first_value(const struct values *v)
{
	size_t i = 0;

	while (!v->of[i])
		i++;
	return v->of[i];
}

static char *take_first(const struct values *v)
{
	return memory_text(first_value(v));
}

static const char *extreme(const struct values *v, int sign)
{
	const char *best = first_value(v);

	for (size_t i = 0; i < v->count; i++) {
		int order = v->of[i] ? strcmp(v->of[i], best) : 0;

		if (sign > 0 ? order > 0 : order < 0)
			best = v->of[i];
	}
	return best;
}

/* Times are written in one form, in UTC. */
static char *take_earliest(const struct values *v)
{
	return memory_text(extreme(v, -1));
}

static char *take_latest(const struct values *v)
{
	return memory_text(extreme(v, 1));
}

static char *take_hosts(const struct values *v)
{
	struct string_list hosts = { 0 };

	for (size_t i = 0; i < v->count; i++)
		if (v->of[i])
			string_list_add_once(&hosts, v->of[i]);
	return string_list_finish(&hosts, ", ");
}

/* "3 of 40 launches" of each, or numbers. */
static char *take_sum(const struct values *v)
{
	size_t part = 0, whole = 0, number = 0;

	for (size_t i = 0; i < v->count; i++) {
		char *end;
		size_t one = v->of[i] ? strtoul(v->of[i], &end, 10) : 0;

		if (v->of[i] && !strncmp(end, " of ", 4)) {
			part += one;
			whole += strtoul(end + 4, NULL, 10);
		} else if (!v->parts[i].replica) {
			number += one;
		}
	}
	if (number)
		return memory_format("%zu", number);
	return memory_format("%zu of %zu launches", part, whole);
}

/* {"tag": ["benchmark", ...]} of each: no benchmark is in two parts. */
static char *take_tags(const struct values *v)
{
	json_auto_t *all = json_object();

	for (size_t i = 0; i < v->count; i++) {
		bool is_new = v->of[i] && !v->parts[i].replica;
		json_auto_t *tags = is_new ? json_loads(v->of[i], 0, NULL) : NULL;
		const char *tag;
		json_t *names;

		json_object_foreach(tags, tag, names) {
			json_t *known = json_object_get(all, tag);

			if (known)
				json_array_extend(known, names);
			else
				json_object_set(all, tag, names);
		}
	}
	return json_dumps(all, JSON_COMPACT | JSON_ENSURE_ASCII);
}

static char *take_none(const struct values *v)
{
	(void)v;
	return NULL;
}

static const struct {
	const char *key; /* or how it ends, from a dot on */
	rule_fn rule;
} rules[] = {
	{ "session", take_first },
	{ "command", take_first },
	{ "directory", take_first },
	{ "seed", take_first },
	{ ".path", take_first },
	{ "started", take_earliest },
	{ "ended", take_latest },
	{ "host", take_hosts },
	{ "disturbed", take_sum },
	{ "core_shared", take_sum },
	{ LOG_LEFT_OUT, take_sum },
	{ ".tags", take_tags },
};

static rule_fn rule_of(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (*rules[i].key == '.' ? path_ends_with(key, rules[i].key)
					 : !strcmp(key, rules[i].key))
			return rules[i].rule;
	return take_none;
}

/* Of a part alone: nothing resumes the whole, and nodes are in the rows. */
static bool is_left_out(const char *key)
{
	static const char *const keys[] = { "bdriver-log", SHARD_META, PART_NODE,
		PART_REFERENCE, PART_AFTER, "arguments" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static bool all_agree(const struct values *v)
{
	const char *first = first_value(v);

	for (size_t i = 0; i < v->count; i++)
		if (v->of[i] && strcmp(v->of[i], first) != 0)
			return false;
	return true;
}

/* Of each node, the first part that says it. */
static int put_nodes(const struct values *v, struct log_writer *writer, struct err *e)
{
	AUTO(string_list_release) struct string_list nodes = { 0 };
	int rc = 0;

	for (size_t i = 0; !rc && i < v->count; i++) {
		AUTO_FREE char *key = memory_format("node.%s.%s", v->parts[i].node, v->key);

		if (!v->of[i] || string_list_has(&nodes, key))
			continue;
		string_list_add(&nodes, key);
		rc = log_writer_meta(writer, key, v->of[i], e);
	}
	return rc;
}

static int put_key(const struct values *v, struct log_writer *writer, struct err *e)
{
	rule_fn rule = rule_of(v->key);
	AUTO_FREE char *value = all_agree(v) && rule != take_sum ? take_first(v) : rule(v);
	int rc = 0;

	if (value)
		rc = log_writer_meta(writer, v->key, value, e);
	/* Each host of several has its node. */
	if (!rc && (!value || (!strcmp(v->key, "host") && !all_agree(v))))
		rc = put_nodes(v, writer, e);
	return rc;
}

int merge_head_write(const struct part *parts, size_t count, size_t build,
	struct log_writer *writer, struct err *e)
{
	AUTO_TABLE struct table *done = table_new();
	AUTO_FREE const char **of = memory_zeroed(count, sizeof(*of));
	struct values v = { .of = of, .parts = parts, .count = count };
	int rc = 0;

	for (size_t i = 0; i < count; i++) {
		const struct string_list *keys = &parts[i].logs[build].keys;

		for (size_t k = 0; !rc && k < keys->count; k++) {
			int added;

			v.key = keys->items[k];
			table_add(done, v.key, 0, &added);
			if (!added || is_left_out(v.key))
				continue;
			for (size_t p = 0; p < count; p++)
				of[p] = part_meta(&parts[p].logs[build], v.key);
			rc = put_key(&v, writer, e);
		}
	}
	return rc;
}
