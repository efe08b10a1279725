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
#include "compare/formats/meta_line.h"
#include "driver/base/path.h"

/* While one log is read. */
struct reading {
	struct part_log *log;
	struct lines lines;
	int64_t end; /* what its "# end" says; -1: that was not the last line */
	bool heads_only;
};

static void take_meta(struct reading *r)
{
	struct part_log *log = r->log;
	char *key, *value;

	if (!meta_line_split(r->lines.text, &key, &value))
		return;
	if (!strcmp(key, "end")) {
		if (!number_parse_integer(value, strlen(value), &r->end))
			r->end = -1;
		return;
	}
	*table_add(log->places, key, log->keys.count, NULL) = log->keys.count;
	string_list_add(&log->keys, key);
	string_list_add(&log->values, value);
}

static int read_lines(struct reading *r, struct err *e)
{
	int more;

	while ((more = lines_next(&r->lines, e)) > 0) {
		if (*r->lines.text == '#') {
			take_meta(r);
			continue;
		}
		r->end = -1;
		if (r->log->header)
			r->log->rows++;
		else
			r->log->header = memory_text(r->lines.text);
		if (r->heads_only)
			return 0;
	}
	return more;
}

static int read_file(struct reading *r, struct err *e)
{
	int rc = lines_open(&r->lines, r->log->path, e);

	r->log->places = table_new();
	r->end = -1;
	if (!rc)
		rc = read_lines(r, e);
	lines_release(&r->lines);
	return rc;
}

static int read_log(struct part *part, struct part_log *log, struct err *e)
{
	struct reading r = { .log = log };
	const char *shard;

	if (read_file(&r, e))
		return -1;
	shard = part_meta(log, SHARD_META);
	if (!shard || shard_read(&part->shard, shard))
		return bd_err(e, "%s is not of a part: `bdriver run --shard K/N` makes one",
			log->path);
	if (r.end != (int64_t)log->rows)
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
	AUTO_FREE char *all = memory_format("%s/*.log*", path),
		       *pattern = path_pattern(all, "*.log*");
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

const char *part_meta(const struct part_log *log, const char *key)
{
	const size_t *place = table_find(log->places, key);

	return place ? log->values.items[*place] : NULL;
}

bool part_is_one(const char *folder)
{
	struct part part = { 0 };
	struct part_log *log = &part.logs[0];
	struct reading r = { .log = log, .heads_only = true };
	bool is_one = false;
	struct err e;

	if (path_is_folder(folder) && find_logs(&part, folder, &e) == PART_COMPLETE)
		is_one = !read_file(&r, &e) && part_meta(log, SHARD_META);
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
