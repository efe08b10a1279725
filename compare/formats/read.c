/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"

#include "compare/base/memory.h"
#include "compare/formats/foreign.h"
#include "compare/formats/reader.h"
#include "compare/formats/variant.h"
#include "compare/log/finish.h"
#include "compare/print/format.h"

#include <string.h>

/* What holds words of its tool alone stands first, as others may stand in what users add. */
const struct reader *const log_readers[] = { &reader_bdriver, &reader_pytest_benchmark,
	&reader_gbench, &reader_nanobench, &reader_hyperfine, &reader_pyperf, &reader_jmh,
	&reader_benchmarktools, &reader_criterion, &reader_criterion_sample, &reader_go,
	&reader_swift_csv, &reader_swift_json, &reader_asv, &reader_action_benchmark, NULL };

static const char *pass_blanks(const char *p, const char *end)
{
	while (p < end && *p && strchr(" \t\r\n", *p))
		p++;
	return p;
}

/* "[info] ..." begins no JSON. */
static bool begins_json(char first, char second)
{
	return first == '{'   ? second == '"'
	       : first == '[' ? second == '{' || second == '['
			      : true;
}

static bool begins(const struct reader_head *head, const char *p, const char *end)
{
	const char *next = p < end && *p == head->first ? pass_blanks(p + 1, end) : end;

	return head->first && next < end && begins_json(*p, *next);
}

static bool has_words(const struct reader_head *head, const char *p, const char *end)
{
	for (size_t k = 0; k < ARRAY_SIZE(head->words) && head->words[k]; k++)
		if (!memmem(p, (size_t)(end - p), head->words[k], strlen(head->words[k])))
			return false;
	return true;
}

bool reader_recognises(const struct reader *reader, const char *head, size_t size)
{
	const char *end = head + size, *p = pass_blanks(head, end);

	for (size_t i = 0; i < READER_HEADS; i++)
		if (begins(&reader->heads[i], p, end) && has_words(&reader->heads[i], p, end))
			return true;
	return reader->recognises && reader->recognises(head, size);
}

static const struct reader *recognise(const char *head, size_t size)
{
	for (const struct reader *const *reader = log_readers; *reader; reader++)
		if (reader_recognises(*reader, head, size))
			return *reader;
	return NULL;
}

/* Where JSON of that kind begins, or `end`: what lacks the words has them nowhere behind. */
static const char *find_head(const struct reader_head *head, const char *p, const char *end)
{
	while (p < end && !begins(head, p, end))
		p++;
	return has_words(head, p, end) ? p : end;
}

/* JSON may stand behind what the program, a library or a shell printed, or in a list: the
 * reader whose document begins first, and *start there. Readers of lines have seen it already.
 */
static const struct reader *recognise_later(const char **start, const char *end)
{
	const struct reader *found = NULL;
	const char *text = *start, *p;

	*start = end;
	for (const struct reader *const *reader = log_readers; *reader; reader++)
		for (size_t i = 0; i < READER_HEADS; i++) {
			const struct reader_head *head = &(*reader)->heads[i];

			if (begins_json(head->first, '\0'))
				continue;
			p = find_head(head, text, end);
			found = p < *start ? *reader : found;
			*start = p < *start ? p : *start;
		}
	return found;
}

/* Moves the lines there, with a warning. */
static const struct reader *pass_text(
	struct log *log, struct lines *lines, const char *head, size_t size)
{
	const char *start = head;
	const struct reader *reader = recognise_later(&start, head + size);

	if (!reader)
		return NULL;
	for (const char *p = head; p < start; p++)
		lines->number += *p == '\n';
	log_warn(log,
		"%s:1: what stands before the JSON, which begins in line %u, is no part of it "
		"and ignored; an option of the tool for an output file, as --benchmark_out, "
		"keeps them apart",
		lines->path, lines->number + 1);
	lines->start += (size_t)(start - head);
	return reader;
}

static const struct reader *reader_named(const char *name, size_t size)
{
	for (const struct reader *const *reader = log_readers; *reader; reader++)
		if (strlen((*reader)->name) == size && !memcmp((*reader)->name, name, size))
			return *reader;
	return NULL;
}

/* A converted log says "FILE (FORMAT)": it has what logs of that format have. */
static struct log_source source_before(const char *converted_from)
{
	const char *open = strrchr(converted_from, '(');
	const struct reader *reader =
		open ? reader_named(open + 1, strcspn(open + 1, ")")) : NULL;

	return reader ? reader->source : (struct log_source){ .per_iteration = true };
}

bool log_is_own(const struct log *log)
{
	return log->format == reader_bdriver.name;
}

bool log_text_is_own(const char *text, size_t size)
{
	return reader_recognises(
		&reader_bdriver, text, size < LINES_HEAD_MAX ? size : LINES_HEAD_MAX);
}

/* What tools write as well and no reader knows, by words of its head. */
static const struct unread {
	struct reader_head head;
	const char *what, *instead;
} unread[] = {
	{ { 0, { "\177ELF" } }, "a program",
		"the log that `bdriver run --old A --new B -o FOLDER` writes" },
	{ { 0, { "command,mean,stddev,median" } }, "hyperfine's CSV", "--export-json FILE" },
	{ { 0, { "| Command |", "Mean [" } }, "hyperfine's Markdown", "--export-json FILE" },
	{ { 0, { "name,iterations,real_time,cpu_time" } }, "Google Benchmark's CSV",
		"--benchmark_out=FILE" },
	{ { 0, { "Benchmark ", "CPU   Iterations" } }, "Google Benchmark's table",
		"--benchmark_out=FILE" },
	{ { 0, { "\"Benchmark\",\"Mode\",\"Threads\"" } }, "JMH's CSV", "-rf json -rff FILE" },
	{ { 0, { "Benchmark ", " Mode  Cnt " } }, "JMH's table", "-rf json -rff FILE" },
	{ { 0, { "\"title\";\"name\";\"unit\"" } }, "nanobench's CSV",
		"the template ankerl::nanobench::templates::json()" },
	{ { 0, { " ns/op |", " err% |" } }, "nanobench's table",
		"the template ankerl::nanobench::templates::json()" },
	{ { 0, { "name,min,max,mean,stddev," } }, "pytest-benchmark's CSV",
		"--benchmark-json=FILE" },
	{ { 0, { "(time in ", "OPS" } }, "pytest-benchmark's table", "--benchmark-json=FILE" },
	{ { 0, { "\"confidence_interval\"", "\"point_estimate\"" } },
		"Criterion's estimates.json", "its sample.json, in the same folder," },
	{ { 0, { "\"group_id\"", "\"full_id\"" } }, "Criterion's benchmark.json",
		"its sample.json, in the same folder," },
	{ { 0, { "time:   [" } }, "Criterion's text",
		"target/criterion/NAME/new/sample.json of the same run" },
};

static void explain_unread(const char *path, const char *head, size_t size, struct err *e)
{
	for (size_t i = 0; i < ARRAY_SIZE(unread); i++)
		if (has_words(&unread[i].head, head, head + size)) {
			bd_err(e, "%s: is %s, which is not read: %s has what is", path,
				unread[i].what, unread[i].instead);
			return;
		}
	if (size >= sizeof(uint32_t) && !memcmp(head, &(uint32_t){ 0 }, sizeof(uint32_t)))
		bd_err(e, "%s: is damaged: it begins with zeros; restore it from a copy", path);
	else if (memchr(head, '\0', size < 2 ? size : 2))
		bd_err(e, "%s: is UTF-16 or UTF-32; write it again as UTF-8", path);
	else
		bd_err(e,
			"%s: is no log that bdriver can read: neither its own (which begins "
			"with \"# bdriver-log: 1\") nor one of the other formats that "
			"`bdriver convert --help` names",
			path);
}

/* The reader of these lines, which the log is told; NULL with *e set if there is none. */
static const struct reader *find_reader(struct log *log, struct lines *lines, struct err *e)
{
	const struct reader *reader;
	const char *head;
	size_t size;

	if (lines_head(lines, &head, &size, e) < 0)
		return NULL;
	log->path = memory_text(lines->path);
	reader = !size         ? NULL
		 : log->format ? reader_named(log->format, strlen(log->format))
			       : recognise(head, size);
	if (size && !reader)
		reader = pass_text(log, lines, head, size);
	if (reader) {
		log->format = reader->name;
		log->source = reader->source;
	} else if (!size) {
		bd_err(e, "%s: the file is empty; it is no log", lines->path);
	} else {
		explain_unread(lines->path, head, size, e);
	}
	return reader;
}

static int read_with(const struct reader *reader, struct log *log, struct lines *lines,
	enum log_keep keep, struct err *e)
{
	const char *converted_from;

	if (!reader || (reader->read ? reader->read(log, lines, keep, e)
				     : foreign_read(reader, log, lines, keep, NULL, e)) < 0)
		return -1;
	if (log->too_large)
		return bd_err(e,
			"%s: is too large to be read at once: a log has at most %zu launches, "
			"%zu benchmarks, %zu lines of metadata and %zu nodes; split it, for "
			"example by suite",
			log->path, log_limits.launches, log_limits.benchmarks, log_limits.meta,
			log_limits.nodes);
	converted_from = log_meta(log, "converted-from");
	if (converted_from)
		log->source = source_before(converted_from);
	if (reader != &reader_bdriver)
		variants_name(log);
	log_finish(log);
	return 0;
}

int log_read(struct log *log, const char *path, enum log_keep keep, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	int rc = lines_open(&lines, path, e);

	if (rc == 0)
		rc = read_with(find_reader(log, &lines, e), log, &lines, keep, e);
	return rc;
}

int log_read_buffer(struct log *log, const char *path, const char *data, size_t size,
	enum log_keep keep, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };

	lines_open_buffer(&lines, path, data, size);
	return read_with(find_reader(log, &lines, e), log, &lines, keep, e);
}

int log_read_nights(const char *path, const char *data, size_t size, const struct nights_to *to,
	struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(log_release) struct log log = { .unit = to->unit };
	const struct reader *reader;

	lines_open_buffer(&lines, path, data, size);
	reader = find_reader(&log, &lines, e);
	if (reader && reader->nights)
		return foreign_read(reader, &log, &lines, LOG_KEEP_SAMPLES, to, e);
	return read_with(reader, &log, &lines, LOG_KEEP_SAMPLES, e) ? -1
								    : to->take(to->ctx, &log);
}
