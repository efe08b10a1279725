/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"

#include "compare/base/memory.h"
#include "compare/formats/foreign.h"
#include "compare/formats/reader.h"
#include "compare/formats/variant.h"
#include "compare/log/finish.h"
#include "compare/print/format.h"

#include <string.h>

const struct reader *const log_readers[] = { &reader_bdriver, &reader_gbench, &reader_hyperfine,
	&reader_nanobench, &reader_pyperf, &reader_pytest_benchmark, &reader_jmh,
	&reader_benchmarktools, &reader_criterion, &reader_criterion_sample, &reader_swift_csv,
	&reader_swift_json, &reader_go, &reader_asv, &reader_action_benchmark, NULL };

static size_t pass_blanks(const char *text, size_t size, size_t i)
{
	while (i < size && text[i] && strchr(" \t\r\n", text[i]))
		i++;
	return i;
}

/* "[info] ..." begins no JSON. */
static bool begins_json(char first, char second)
{
	return first == '{'   ? second == '"'
	       : first == '[' ? second == '{' || second == '['
			      : true;
}

static bool has_head(const struct reader_head *head, const char *text, size_t size)
{
	size_t i = pass_blanks(text, size, 0), next = pass_blanks(text, size, i + 1);

	if (!head->first || next >= size || text[i] != head->first ||
		!begins_json(text[i], text[next]))
		return false;
	for (size_t k = 0; k < ARRAY_SIZE(head->words) && head->words[k]; k++)
		if (!memmem(text, size, head->words[k], strlen(head->words[k])))
			return false;
	return true;
}

static bool has_one_of_heads(const struct reader *reader, const char *text, size_t size)
{
	for (size_t i = 0; i < READER_HEADS; i++)
		if (has_head(&reader->heads[i], text, size))
			return true;
	return false;
}

bool reader_recognises(const struct reader *reader, const char *head, size_t size)
{
	return has_one_of_heads(reader, head, size) ||
	       (reader->recognises && reader->recognises(head, size));
}

static const struct reader *recognise(const char *head, size_t size)
{
	for (const struct reader *const *reader = log_readers; *reader; reader++)
		if (reader_recognises(*reader, head, size))
			return *reader;
	return NULL;
}

/* JSON may stand behind lines that the program, a library or a shell printed: the reader whose
 * document begins with a later line. *start is moved to it, and *passed counts the lines. Not
 * all are tried, as each looks at all that follows. Readers of lines have seen them already. */
static const struct reader *recognise_later(
	const char **start, const char *end, uint32_t *passed)
{
	const struct reader *reader = NULL;
	const char *p = *start;
	int tries = 2000;

	while (!reader && tries && (p = memchr(p, '\n', (size_t)(end - p)))) {
		p++;
		++*passed;
		if (p < end && (*p == '{' || *p == '[')) {
			for (size_t i = 0; !reader && log_readers[i]; i++)
				if (has_one_of_heads(log_readers[i], p, (size_t)(end - p)))
					reader = log_readers[i];
			tries--;
		}
	}
	if (reader)
		*start = p;
	return reader;
}

/* Moves the lines there, with a warning. */
static const struct reader *pass_text(
	struct log *log, struct lines *lines, const char *head, size_t size)
{
	const char *start = head;
	uint32_t passed = 0;
	const struct reader *reader = recognise_later(&start, head + size, &passed);

	if (!reader)
		return NULL;
	log_warn(log,
		"%s:1: %u line%s before the JSON %s no part of it and ignored; an option of "
		"the tool for an output file, as --benchmark_out, keeps them apart",
		lines->path, passed, PLURAL(passed), passed == 1 ? "is" : "are");
	lines->start += (size_t)(start - head);
	lines->number = passed;
	return reader;
}

/* A converted log says "FILE (FORMAT)": it has what logs of that format have. */
static struct log_source source_before(const char *converted_from)
{
	const char *open = strrchr(converted_from, '(');

	for (const struct reader *const *reader = log_readers; open && *reader; reader++) {
		size_t n = strlen((*reader)->name);

		if (strncmp(open + 1, (*reader)->name, n) == 0 && open[1 + n] == ')')
			return (*reader)->source;
	}
	return (struct log_source){ .per_iteration = true };
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

/* What tools write as well and no reader knows, by words of its head; first_line: they begin
 * it. */
static const struct unread {
	const char *words[2];
	bool first_line;
	const char *what, *instead;
} unread[] = {
	{ { "command,mean,stddev,median", NULL }, true, "hyperfine's CSV",
		"--export-json FILE" },
	{ { "| Command |", "Mean [" }, false, "hyperfine's Markdown", "--export-json FILE" },
	{ { "name,iterations,real_time,cpu_time", NULL }, false, "Google Benchmark's CSV",
		"--benchmark_out=FILE" },
	{ { "Benchmark ", "CPU   Iterations" }, false, "Google Benchmark's table",
		"--benchmark_out=FILE" },
	{ { "\"Benchmark\",\"Mode\",\"Threads\"", NULL }, false, "JMH's CSV",
		"-rf json -rff FILE" },
	{ { "Benchmark ", " Mode  Cnt " }, false, "JMH's table", "-rf json -rff FILE" },
	{ { "\"title\";\"name\";\"unit\"", NULL }, true, "nanobench's CSV",
		"the template ankerl::nanobench::templates::json()" },
	{ { " ns/op |", " err% |" }, false, "nanobench's table",
		"the template ankerl::nanobench::templates::json()" },
	{ { "name,min,max,mean,stddev,", NULL }, true, "pytest-benchmark's CSV",
		"--benchmark-json=FILE" },
	{ { "(time in ", "OPS" }, false, "pytest-benchmark's table", "--benchmark-json=FILE" },
	{ { "\"confidence_interval\"", "\"point_estimate\"" }, false,
		"Criterion's estimates.json", "its sample.json, in the same folder," },
	{ { "\"group_id\"", "\"full_id\"" }, false, "Criterion's benchmark.json",
		"its sample.json, in the same folder," },
	{ { "time:   [", NULL }, false, "Criterion's text",
		"target/criterion/NAME/new/sample.json of the same run" },
};

static bool is_unread(const struct unread *u, const char *head, size_t size)
{
	size_t n = strlen(u->words[0]);

	if (u->first_line ? size < n || memcmp(head, u->words[0], n) != 0
			  : !memmem(head, size, u->words[0], n))
		return false;
	return !u->words[1] || memmem(head, size, u->words[1], strlen(u->words[1]));
}

static void explain_unread(const char *path, const char *head, size_t size, struct err *e)
{
	for (size_t i = 0; i < ARRAY_SIZE(unread); i++)
		if (is_unread(&unread[i], head, size)) {
			bd_err(e, "%s: is %s, which is not read: %s has what is", path,
				unread[i].what, unread[i].instead);
			return;
		}
	if (memchr(head, '\0', size < 2 ? size : 2))
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
	reader = size ? recognise(head, size) : NULL;
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
