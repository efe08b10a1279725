/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/foreign.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/log/row_reader.h"
#include "compare/print/format.h"
#include "harness/base/hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void foreign_begin(struct foreign *f, struct log *log, struct lines *lines, enum log_keep keep)
{
	*f = (struct foreign){ .log = log, .lines = lines, .keep = keep };
	log->summaries_only = true;
	log->complete = true;
}

void foreign_release(struct foreign *f)
{
	free(f->values);
	free(f->damage);
	variant_release(&f->name);
	table_free(f->documents);
	table_free(f->named);
	string_list_release(&f->same);
	string_list_release(&f->differ);
	table_free(f->index);
	arena_release(&f->arena);
	if (f->log->row_count == 0)
		f->log->summaries_only = false;
}

bool foreign_value(struct foreign *f, double value, double factor)
{
	double ns = value * factor;

	if (!(ns >= 0 && ns <= LOG_NS_MAX))
		return false;
	*ARRAY_ADD(f->values, f->count, f->capacity) = ns;
	return true;
}

bool foreign_values(struct foreign *f, const struct node *array, double factor)
{
	f->count = 0;
	if (!array || array->kind != NODE_ARRAY)
		return false;
	for (const struct node *node = array->as.first; node; node = node->next)
		if (node->kind != NODE_NUMBER || !foreign_value(f, node->as.number, factor))
			return false;
	return f->count > 0;
}

static double unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		double ns;
	} words[] = { { "sec", 1e9 }, { "msec", 1e6 }, { "usec", 1e3 }, { "nsec", 1 },
		{ "min", 60e9 }, { "hr", 3600e9 }, { "day", 86400e9 } };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i].name, unit))
			return words[i].ns;
	return time_unit_ns(unit);
}

double foreign_ns(double value, const char *unit)
{
	static const char *const work[] = { "op", "ops", "iter", "iters", "call", "calls" };
	AUTO_FREE char *first = memory_format("%.*s", (int)strcspn(unit, " \t"), unit);
	char *per = strchr(first, '/');

	if (!per)
		return value * unit_ns(first);
	*per++ = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(work); i++)
		if (!strcmp(first, work[i]))
			return unit_ns(per) / value;
	return *per && !strchr(per, '/') && isnan(unit_ns(per)) ? value * unit_ns(first) : NAN;
}

int64_t foreign_count(double number)
{
	return number >= 1 && number < 9e15 ? (int64_t)number : -1;
}

int64_t foreign_kib(double bytes)
{
	return bytes >= 0 && bytes < 9e15 ? (int64_t)ceil(bytes / 1024) : -1;
}

bool foreign_row(struct foreign *f, struct log_row *row, const char *suite, const char *name,
	const struct node *result, const struct variant_field *fields)
{
	log_row_init(row);
	row->suite = (char *)suite;
	if (!name || !*name) {
		foreign_left_out(f, result->line, "it has no name");
		return false;
	}
	variant_begin(&f->name, name);
	variant_add_members(&f->name, result, fields);
	row->benchmark = f->name.text;
	foreign_result(f, row, result->line);
	return true;
}

void foreign_result(struct foreign *f, const struct log_row *row, uint32_t line)
{
	size_t *document;
	int added;

	f->named = f->named ? f->named : table_new();
	document = table_add_benchmark(
		f->named, row->suite, row->benchmark, NULL, f->document, &added);
	if (!added && *document == f->document)
		log_warn(f->log,
			"%s:%u: '%.*s' stands twice in this document, and no field that is "
			"known tells its results apart: they are taken for launches of one "
			"benchmark; give them different names",
			f->log->path, line, (int)variant_base_size(row->benchmark),
			row->benchmark);
	*document = f->document;
}

static void add_content(struct foreign *f, const struct log_row *row, uint32_t line)
{
	const struct evidence *e = &row->evidence;
	const double *values = e->samples ? e->samples : e->quantile.values;
	size_t count = e->samples ? row->launch.sample_count : e->quantile.count;

	f->content.line = f->content.values ? f->content.line : line;
	f->content.values += count;
	f->content.hash = bd_fnv1a(row->benchmark, strlen(row->benchmark), f->content.hash);
	f->content.hash = bd_fnv1a(values, count * sizeof(*values), f->content.hash);
}

void foreign_launch(struct foreign *f, struct log_row *row, uint32_t line)
{
	row->launch.round = 0;
	if (f->count && row->launch.status == OUTCOME_OK) {
		row->evidence.samples = f->values;
		row->launch.sample_count = (uint32_t)f->count;
		f->log->summaries_only = false;
	}
	row->evidence.clock_step_ns = row->launch.clock_step_ns;
	add_content(f, row, line);
	log_add_row(f->log, row, f->keep, line);
	f->count = 0;
}

void foreign_median(struct foreign *f, struct log_row *row, double ns, uint32_t line)
{
	double both[2] = { ns, ns };

	f->count = 0;
	row->evidence.quantile.values = both;
	row->evidence.quantile.count = 2;
	foreign_launch(f, row, line);
}

void foreign_end_document(struct foreign *f)
{
	AUTO_FREE char *key = memory_format("%" PRIx64, f->content.hash);
	int added = true;

	f->documents = f->documents ? f->documents : table_new();
	if (f->content.values >= FOREIGN_SAME_LEAST)
		table_add(f->documents, key, 0, &added);
	if (!added && !f->warned_same)
		log_warn(f->log,
			"%s:%u: the results from here on stand in the file already, which two "
			"processes never measure: leave them out, as they count as launches",
			f->log->path, f->content.line);
	f->warned_same |= !added;
	memset(&f->content, 0, sizeof(f->content));
}

void foreign_meta(struct foreign *f, const char *key, const char *value)
{
	if (value && *value && !log_meta(f->log, key))
		log_add_meta(f->log, key, value);
}

void foreign_same(struct foreign *f, const char *key, const char *value)
{
	struct string_list *same = &f->same;
	size_t i = 0;

	if (!value)
		return;
	while (i < same->count && strcmp(same->items[i], key) != 0)
		i += 2;
	if (i == same->count) {
		string_list_add(same, key);
		string_list_add(same, value);
	} else if (strcmp(same->items[i + 1], value) != 0 &&
		   !string_list_has(&f->differ, key)) {
		log_warn(f->log,
			"%s: its documents differ in '%s' (%.60s, %.60s) and are taken for "
			"launches of one program; put each kind into a file of its own",
			f->log->path, key, same->items[i + 1], value);
		string_list_add(&f->differ, key);
	}
}

void foreign_left_out(struct foreign *f, uint32_t line, const char *why)
{
	log_warn(f->log, "%s:%u: row left out: %s", f->log->path, line, why);
	f->count = 0;
}

bool foreign_any_line(const char *head, size_t size, bool (*is)(const char *line, size_t size))
{
	const char *p = head, *end = head + size, *stop;

	for (; p < end; p = stop + 1) {
		stop = memchr(p, '\n', (size_t)(end - p));
		if (!stop)
			stop = end;
		if (is(p, (size_t)(stop - p)))
			return true;
	}
	return false;
}

void foreign_line_left_out(struct foreign *f, const char *why)
{
	log_warn(f->log, "%s:%u: row left out: %s%s", f->log->path, f->lines->number, why,
		f->lines->torn ? " (the last line is cut short)" : "");
	f->log->complete &= !f->lines->torn;
}

/* After the last document or line, or after a fault. */
static int finish(struct foreign *f, int more, struct err *e)
{
	struct log *log = f->log;

	if (more < 0 && (!f->damaged || log->row_count == 0))
		return -1;
	if (more < 0) {
		log->complete = false;
		log_warn(log, "%s; only the %zu row%s before it %s used", e->text,
			log->row_count, PLURAL(log->row_count),
			log->row_count == 1 ? "is" : "are");
	} else if (log->row_count == 0 && f->damage) {
		return bd_err(e, "%s; nothing else in it can be used", f->damage);
	} else if (log->row_count == 0 && !f->to) {
		log_warn(log, "%s: the log has no rows", log->path);
	}
	return f->to_rc;
}

/* Of what is stepped over. */
static void note_damage(void *ctx, uint32_t line, const char *why, bool left_out)
{
	struct foreign *f = ctx;

	if (!left_out) {
		log_warn(f->log, "%s:%u: %s", f->log->path, line, why);
		return;
	}
	if (!f->damage)
		f->damage = memory_format("%s:%u: %s", f->log->path, line, why);
	foreign_left_out(f, line, why);
}

static int read_json(struct foreign *f, const struct reader *reader, struct err *e)
{
	AUTO(json_reader_release) struct json_reader json = { 0 };
	const struct json_pieces pieces = { reader->list, reader->element, reader->member,
		note_damage, f };
	void (*take)(void *ctx, const struct node *document) =
		f->to ? reader->nights : reader->document;
	const struct node *document;
	size_t start = f->lines->start;
	int more;

	while (reader->opens && start < f->lines->end &&
		f->lines->buffer[start] != reader->opens)
		start++;
	if (start == f->lines->end)
		return bd_err(e, "%s: holds no results", f->log->path);
	f->lines->start = start;
	json_reader_begin(&json, f->lines, e);
	do {
		more = take ? json_reader_next(&json, &document)
			    : json_reader_pieces(&json, &pieces);
		if (take && more > 0)
			take(f, document);
		f->document++;
		if (reader->document_end)
			reader->document_end(f);
		foreign_end_document(f);
	} while (more > 0);
	f->damaged = json.damaged;
	return more;
}

static int read_lines(struct foreign *f, const struct reader *reader, struct err *e)
{
	int more = 0;

	while (!f->log->too_large && (more = lines_next(f->lines, e)) > 0)
		reader->line(f);
	return more;
}

int foreign_read(const struct reader *reader, struct log *log, struct lines *lines,
	enum log_keep keep, const struct nights_to *to, struct err *e)
{
	size_t size = reader->size ? reader->size : sizeof(struct foreign);
	AUTO_FREE struct foreign *f = memory_zeroed(1, size);
	int rc;

	foreign_begin(f, log, lines, keep);
	f->to = to;
	rc = (reader->line ? read_lines : read_json)(f, reader, e);
	if (reader->end)
		reader->end(f);
	rc = finish(f, rc, e);
	foreign_release(f);
	return rc;
}

static struct gathered *new_item(struct foreign *f, const char *name, uint32_t line)
{
	struct gathered *item = arena_alloc(&f->arena, sizeof(*item));

	log_row_init(&item->row);
	item->row.benchmark = arena_text(&f->arena, name);
	item->line = line;
	item->median_ns = NAN;
	if (f->last)
		f->last->next = item;
	else
		f->first = item;
	return f->last = item;
}

struct gathered *gathering_of(struct foreign *f, const char *name, uint32_t line)
{
	size_t *place;
	int added;

	/* Repetitions follow each other, mostly. */
	if (f->last && strcmp(f->last->row.benchmark, name) == 0)
		return f->last;
	if (f->last && table_count(f->index) >= log_limits.benchmarks) {
		f->log->too_large = true;
		return f->last;
	}
	if (!f->index)
		f->index = table_new();
	place = table_add(f->index, name, 0, &added);
	if (added)
		*place = (size_t)(uintptr_t)new_item(f, name, line);
	return (struct gathered *)(uintptr_t)*place;
}

struct gathered *gathering_find(const struct foreign *f, const char *name)
{
	const size_t *place = f->index ? table_find(f->index, name) : NULL;

	return place ? (struct gathered *)(uintptr_t)*place : NULL;
}

bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations)
{
	struct launch *launch = &item->row.launch;
	double ns = value * factor;

	if (!(ns >= 0 && ns <= LOG_NS_MAX))
		return false;
	launch->iterations = !item->count || launch->iterations == iterations ? iterations : -1;
	*ARRAY_ADD(item->samples, item->count, item->capacity) = ns;
	return true;
}

char *gathering_text(struct foreign *f, const char *text)
{
	return arena_text(&f->arena, text);
}

static void flush_item(struct foreign *f, struct gathered *item)
{
	f->count = 0;
	for (size_t i = 0; i < item->count; i++)
		foreign_value(f, item->samples[i], 1);
	if (!f->count && !isnan(item->median_ns))
		foreign_median(f, &item->row, item->median_ns, item->line);
	else if (f->count || item->row.launch.status != OUTCOME_OK)
		foreign_launch(f, &item->row, item->line);
}

void gathering_flush(struct foreign *f, const char *suite)
{
	table_free(f->index); /* its memory is large, and the log needs as much */
	f->index = NULL;
	for (struct gathered *item = f->first; item; item = item->next) {
		item->row.suite = (char *)suite;
		flush_item(f, item);
		free(item->samples);
	}
	f->first = f->last = NULL;
	arena_empty(&f->arena);
	foreign_end_document(f);
}
