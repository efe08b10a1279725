/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/decisions.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "compare/base/iso_time.h"
#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/print/json.h"

static const char *const words[DECISION_KINDS] = { "accept", "noise", "machine", "fixed",
	"reopen" };

const char *decision_word(enum decision_kind kind)
{
	return words[kind];
}

enum decision_kind decision_parse(const char *word)
{
	int i = 0;

	while (i < DECISION_KINDS && strcmp(words[i], word) != 0)
		i++;
	return (enum decision_kind)i;
}

static void release(struct decision *decision)
{
	free(decision->event);
	free(decision->class);
	free(decision->who);
	free(decision->reason);
	free(decision->link);
	string_list_release(&decision->benchmarks);
	free(decision->changes);
}

void decisions_release(struct decisions *decisions)
{
	for (size_t i = 0; i < decisions->count; i++)
		release(&decisions->list[i]);
	free(decisions->list);
	*decisions = (struct decisions){ 0 };
}

static char *text_of(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? memory_text(text) : NULL;
}

static int64_t time_of(json_t *object, const char *key)
{
	return iso_time(json_string_value(json_object_get(object, key)));
}

/* NULL: no direction, or no known one. */
static const char *direction_of(json_t *object)
{
	const char *word = json_string_value(json_object_get(object, "direction")) ?: "";

	return !strcmp(word, DIRECTION_RISE)   ? DIRECTION_RISE
	       : !strcmp(word, DIRECTION_FALL) ? DIRECTION_FALL
					       : NULL;
}

static double number_of(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

void decision_add(struct decision *decision, const char *benchmark, struct decided change)
{
	decision->changes = memory_grow(decision->changes, &decision->capacity,
		decision->benchmarks.count + 1, sizeof(change));
	decision->changes[decision->benchmarks.count] = change;
	string_list_add(&decision->benchmarks, benchmark);
}

/* A line of an old program has the nights of the event only. */
static void add_benchmarks(struct decision *decision, json_t *object)
{
	json_t *names = json_object_get(object, "benchmarks"), *name;
	json_t *changes = json_object_get(object, "changes");
	size_t i;

	json_array_foreach(names, i, name) {
		json_t *own = json_array_get(changes, i);
		struct decided change = { time_of(own, "first"), time_of(own, "last"),
			number_of(own, "ratio") };

		if (change.first < 0 || change.last < 0)
			change = (struct decided){ decision->first, decision->last, NAN };
		decision_add(decision, json_string_value(name) ?: "", change);
	}
}

/* -1 if something that it needs is missing. */
static int fill(struct decision *decision, json_t *object)
{
	const char *word = json_string_value(json_object_get(object, "decision"));

	*decision = (struct decision){ .kind = word ? decision_parse(word) : DECISION_KINDS,
		.event = text_of(object, "event"),
		.class = text_of(object, "machine"),
		.who = text_of(object, "who"),
		.reason = text_of(object, "reason"),
		.link = text_of(object, "link"),
		.when = time_of(object, "when"),
		.first = time_of(object, "first"),
		.last = time_of(object, "last"),
		.until = time_of(object, "until"),
		.before = time_of(object, "before"),
		.direction = direction_of(object),
		.up_to = number_of(object, "up_to") };
	add_benchmarks(decision, object);
	if (decision->kind == DECISION_KINDS || !decision->class || !decision->reason ||
		(json_object_get(object, "direction") && !decision->direction))
		return -1;
	return decision->before >= 0 ||
			       (decision->event && decision->first >= 0 &&
				       decision->last >= 0 && decision->benchmarks.count)
		       ? 0
		       : -1;
}

struct decision *decisions_add(struct decisions *decisions)
{
	struct decision *one =
		ARRAY_ADD(decisions->list, decisions->count, decisions->capacity);

	*one = (struct decision){
		.before = -1, .first = -1, .last = -1, .until = -1, .up_to = NAN
	};
	return one;
}

static int read_line(struct decisions *decisions, struct lines *lines, struct err *e)
{
	json_auto_t *object = json_loadb(lines->text, lines->size, 0, NULL);
	struct decision decision;
	int rc = object ? fill(&decision, object) : -1;

	if (object && rc)
		release(&decision);
	if (rc)
		return bd_err(e, "%s:%u: is %s", lines->path, lines->number,
			*lines->text && strchr("<|=>", *lines->text)
				? "a mark of a merge; keep the decisions of both sides, and "
				  "remove the mark"
				: "no decision; correct or remove the line");
	*decisions_add(decisions) = decision;
	return 0;
}

int decisions_read(struct decisions *decisions, const char *path, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	int more;

	*decisions = (struct decisions){ 0 };
	if (access(path, F_OK) && errno == ENOENT)
		return 0;
	if (lines_open_file(&lines, path, e))
		return -1;
	while ((more = lines_next(&lines, e)) > 0)
		if (lines.size && read_line(decisions, &lines, e))
			return -1;
	return more;
}

static void put_time(json_t *object, const char *key, int64_t value)
{
	char text[ISO_TEXT_SIZE];

	if (value < 0)
		return;
	iso_text(text, value);
	json_put(object, key, json_text(text));
}

static json_t *decided_json(const struct decided *change)
{
	json_t *object = json_object();

	put_time(object, "first", change->first);
	put_time(object, "last", change->last);
	if (isfinite(change->ratio))
		json_put(object, "ratio", json_number(change->ratio));
	return object;
}

static json_t *object_of(const struct decision *decision)
{
	json_t *object = json_object(), *names = json_array(), *changes = json_array();

	put_time(object, "when", decision->when);
	json_put(object, "decision", json_text(words[decision->kind]));
	if (decision->event)
		json_put(object, "event", json_text(decision->event));
	json_put(object, "reason", json_text(decision->reason));
	if (decision->who)
		json_put(object, "who", json_text(decision->who));
	if (decision->link)
		json_put(object, "link", json_text(decision->link));
	if (isfinite(decision->up_to))
		json_put(object, "up_to", json_number(decision->up_to));
	put_time(object, "until", decision->until);
	json_put(object, "machine", json_text(decision->class));
	put_time(object, "before", decision->before);
	put_time(object, "first", decision->first);
	put_time(object, "last", decision->last);
	if (decision->direction)
		json_put(object, "direction", json_text(decision->direction));
	for (size_t i = 0; i < decision->benchmarks.count; i++) {
		json_append(names, json_text(decision->benchmarks.items[i]));
		json_append(changes, decided_json(&decision->changes[i]));
	}
	json_put(object, "benchmarks", names);
	json_put(object, "changes", changes);
	return object;
}

static void put_line(FILE *out, const struct decision *decision)
{
	json_auto_t *object = object_of(decision);

	json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
	fputc('\n', out);
}

/* Half a line would be no decision: it is taken back. An editor may have left the last one
 * without its end. */
static int append(int fd, const char *text, size_t size)
{
	struct iovec parts[] = { { (char *)"\n", 0 }, { (char *)text, size } };
	struct stat before;
	ssize_t written;
	char last;
	int code;

	if (fstat(fd, &before))
		return -1;
	if (!S_ISREG(before.st_mode)) {
		errno = ENOTSUP;
		return -1;
	}
	parts[0].iov_len = pread(fd, &last, 1, before.st_size - 1) == 1 && last != '\n';
	size += parts[0].iov_len;
	written = writev(fd, parts, ARRAY_SIZE(parts));
	if (written == (ssize_t)size && !fsync(fd))
		return 0;
	code = written >= 0 && written < (ssize_t)size ? ENOSPC : errno;
	(void)!ftruncate(fd, before.st_size);
	errno = code;
	return -1;
}

int decisions_append(const char *path, const struct decisions *decisions, struct err *e)
{
	AUTO_FREE char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int fd, rc = 0;

	for (size_t i = 0; out && i < decisions->count; i++)
		put_line(out, &decisions->list[i]);
	if (!out || fclose(out))
		memory_fatal("decisions");
	fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
	if (fd < 0 || append(fd, text, size))
		rc = bd_err(e, "%s: cannot be written: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return rc;
}
