/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/parts/part.h"

#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/table.h"
#include "compare/log/line.h"
#include "compare/log/write.h"
#include "compare/print/json.h"
#include "driver/base/path.h"

/* end: of what "# end" says. */
static void take_meta(struct part_log *log, char *text, int64_t *end)
{
	char *key, *value;

	if (!log_line_split_meta(text, &key, &value))
		return;
	if (!strcmp(key, "end")) {
		if (!number_parse_integer(value, strlen(value), end))
			*end = -1;
		return;
	}
	*table_add(log->places, key, log->keys.count, NULL) = log->keys.count;
	string_list_add(&log->keys, key);
	string_list_add(&log->values, value);
}

/* *end: what the last line says, "# end: ROWS"; -1: it does not. With `end` NULL only the head.
 */
static int read_file(struct part_log *log, int64_t *end, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	int more = lines_open(&lines, log->path, e);
	int64_t ends = -1;

	log->places = table_new();
	while (!more && (more = lines_next(&lines, e)) > 0) {
		more = 0;
		if (*lines.text == '#') {
			take_meta(log, lines.text, &ends);
			continue;
		}
		ends = -1;
		if (!end)
			break;
		if (log->header)
			log->rows++;
		else
			log->header = memory_text(lines.text);
	}
	if (end)
		*end = ends;
	return more;
}

static int read_log(struct part *part, struct part_log *log, struct err *e)
{
	const char *shard;
	int64_t end;

	if (read_file(log, &end, e))
		return -1;
	shard = part_meta(log, SHARD_META);
	if (!shard || shard_read(&part->shard, shard))
		return bd_err(e, "%s is not of a part: `bdriver run --shard K/N` makes one",
			log->path);
	if (end != (int64_t)log->rows)
		return bd_err(e, "%s is cut short: its last line is not '# end: %zu'",
			log->path, log->rows);
	return 0;
}

/* "old" of FOLDER/old.log or FOLDER/old.log.gz. */
static void add_log(struct part *part, const char *path, size_t length)
{
	struct part_log *log = &part->logs[part->log_count++];

	log->path = memory_text(path);
	log->build = memory_format("%.*s", (int)length, path_name(path));
}

static enum part_state interrupted(const char *path, struct err *e)
{
	bd_err(e, "%s was interrupted: go on with `bdriver run --resume %s`", path, path);
	return PART_INTERRUPTED;
}

static enum part_state find_logs(struct part *part, const char *path, struct err *e)
{
	AUTO_FREE char *pattern = path_pattern(path, "/*.log*");
	enum part_state state = PART_COMPLETE;
	glob_t found = { 0 };

	glob(pattern, 0, NULL, &found);
	for (size_t i = 0; state == PART_COMPLETE && i < found.gl_pathc; i++) {
		const char *name = path_name(found.gl_pathv[i]), *end = strstr(name, ".log");

		if (path_ends_with(name, ".part"))
			state = interrupted(path, e);
		else if (part->log_count < ARRAY_SIZE(part->logs) &&
			 (!strcmp(end, ".log") || !strcmp(end, ".log.gz")))
			add_log(part, found.gl_pathv[i], (size_t)(end - name));
	}
	globfree(&found);
	if (state != PART_COMPLETE || part->log_count)
		return state;
	bd_err(e, "%s has no logs: name what `bdriver run --shard K/N -o` made", path);
	return PART_BAD;
}

static void take_facts(struct part *part)
{
	const char *node = part_meta(&part->logs[0], PART_NODE);
	const char *before = part_meta(&part->logs[0], PART_REFERENCE);
	const char *after = part_meta(&part->logs[0], PART_AFTER);

	part->node = node && *node ? node : "unknown";
	part->reference_ns[0] = before ? strtod(before, NULL) : 0;
	part->reference_ns[1] = after ? strtod(after, NULL) : 0;
}

enum part_state part_read(struct part *part, const char *path, struct err *e)
{
	AUTO_FREE char *unfinished = memory_format("%s.part", path);
	enum part_state state = PART_COMPLETE;

	part->name = path;
	if (path_is_folder(path))
		state = find_logs(part, path, e);
	else if (access(path, F_OK) && !access(unfinished, F_OK))
		state = interrupted(path, e);
	else
		add_log(part, path, 0);
	for (size_t i = 0; state == PART_COMPLETE && i < part->log_count; i++)
		if (read_log(part, &part->logs[i], e))
			state = PART_BAD;
	if (state == PART_COMPLETE)
		take_facts(part);
	return state;
}

bool part_key_is(const char *key, const char *wanted)
{
	return *wanted == '.' ? path_ends_with(key, wanted) : !strcmp(key, wanted);
}

const char *part_meta(const struct part_log *log, const char *key)
{
	const size_t *place = table_find(log->places, key);

	return place && *place < log->values.count ? log->values.items[*place] : NULL;
}

bool part_is_one(const char *folder)
{
	struct part part = { 0 };
	struct part_log *log = &part.logs[0];
	bool is_one = false;
	struct err e;

	if (path_is_folder(folder) && find_logs(&part, folder, &e) == PART_COMPLETE)
		is_one = !read_file(log, NULL, &e) && part_meta(log, SHARD_META);
	part_release(&part);
	return is_one;
}

void part_release(struct part *part)
{
	for (size_t i = 0; i < part->log_count; i++) {
		struct part_log *log = &part->logs[i];

		free(log->path);
		free(log->build);
		free(log->header);
		table_free(log->places);
		string_list_release(&log->keys);
		string_list_release(&log->values);
	}
	*part = (struct part){ 0 };
}

/*
 * A key at a time, in the order in which they first appear. Each has a rule: one value of all,
 * the least or greatest time, a sum, a union. What differs without a rule is a fact of the
 * machine: node.NODE.KEY.
 */

/* One key in all parts. */
struct values {
	const char *key;
	const char **of; /* of each part; NULL: it lacks the key */
	const struct part *parts;
	size_t count;
};

/* "3 of 40 launches" of each, or numbers. */
static char *sum_of(const struct values *v)
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
static char *tags_of(const struct values *v)
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

/* What becomes of values that differ. */
enum joining {
	JOIN_NODE, /* nodes say them */
	JOIN_FIRST,
	JOIN_EARLIEST, /* of times, which are written in one form, in UTC */
	JOIN_LATEST,
	JOIN_HOSTS,
	JOIN_SUM,
	JOIN_TAGS,
	JOIN_NONE, /* of a part alone: nothing resumes the whole, and nodes are in the rows */
};

static const struct {
	const char *key; /* or how it ends, from a dot on */
	enum joining rule;
} rules[] = {
	{ "session", JOIN_FIRST },
	{ "command", JOIN_FIRST },
	{ "directory", JOIN_FIRST },
	{ "seed", JOIN_FIRST },
	{ ".path", JOIN_FIRST },
	{ "started", JOIN_EARLIEST },
	{ "ended", JOIN_LATEST },
	{ "host", JOIN_HOSTS },
	{ "disturbed", JOIN_SUM },
	{ "core_shared", JOIN_SUM },
	{ LOG_LEFT_OUT, JOIN_SUM },
	{ ".tags", JOIN_TAGS },
	{ "bdriver-log", JOIN_NONE },
	{ SHARD_META, JOIN_NONE },
	{ PART_NODE, JOIN_NONE },
	{ PART_REFERENCE, JOIN_NONE },
	{ PART_AFTER, JOIN_NONE },
	{ "arguments", JOIN_NONE },
};

static enum joining rule_of(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (part_key_is(key, rules[i].key))
			return rules[i].rule;
	return JOIN_NODE;
}

/* For the merged log; NULL: nodes say it. The caller frees it. */
static char *value_of(const struct values *v, enum joining rule, bool *agree)
{
	AUTO(string_list_release) struct string_list all = { 0 };

	for (size_t i = 0; i < v->count; i++)
		if (v->of[i])
			string_list_add_once(&all, v->of[i]);
	*agree = all.count == 1;
	if (rule == JOIN_SUM)
		return sum_of(v);
	if (*agree || (rule == JOIN_FIRST && all.count))
		return memory_text(all.items[0]);
	if (rule == JOIN_TAGS)
		return tags_of(v);
	if (rule == JOIN_HOSTS)
		return string_list_join(&all, ", ");
	if (rule == JOIN_NODE)
		return NULL;
	string_list_sort(&all);
	return memory_text(all.items[rule == JOIN_EARLIEST ? 0 : all.count - 1]);
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

static int put_key(
	const struct values *v, enum joining rule, struct log_writer *writer, struct err *e)
{
	bool agree;
	AUTO_FREE char *value = value_of(v, rule, &agree);
	int rc = 0;

	if (value)
		rc = log_writer_meta(writer, v->key, value, e);
	/* Each host of several has its node. */
	if (!rc && (!value || (rule == JOIN_HOSTS && !agree)))
		rc = put_nodes(v, writer, e);
	return rc;
}

int part_heads_write(const struct part *parts, size_t count, size_t build,
	struct log_writer *writer, struct err *e)
{
	AUTO_TABLE struct table *done = table_new();
	AUTO_FREE const char **of = memory_zeroed(count, sizeof(*of));
	struct values v = { .of = of, .parts = parts, .count = count };
	int rc = 0;

	for (size_t i = 0; i < count; i++) {
		const struct string_list *keys = &parts[i].logs[build].keys;

		for (size_t k = 0; !rc && k < keys->count; k++) {
			enum joining rule = rule_of(keys->items[k]);
			int added;

			v.key = keys->items[k];
			table_add(done, v.key, 0, &added);
			if (!added || rule == JOIN_NONE)
				continue;
			for (size_t p = 0; p < count; p++)
				of[p] = part_meta(&parts[p].logs[build], v.key);
			rc = put_key(&v, rule, writer, e);
		}
	}
	return rc;
}
