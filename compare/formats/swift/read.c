/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/number.h"
#include "compare/formats/swift/reading.h"
#include "compare/print/format.h"

#include <stdlib.h>
#include <string.h>

/* "Total performance tests executed: N", in early logs "Totals,N,..." */
static bool read_footer(struct swift_reading *r)
{
	static const char *const words[] = { "Total performance tests executed:", "Totals" };
	const char *p = r->foreign.lines->text;
	size_t which = strncmp(p, words[1], strlen(words[1])) == 0;
	int64_t n;

	if (strncmp(p, words[which], strlen(words[which])) != 0)
		return false;
	p += strlen(words[which]);
	p += strspn(p, ", \t");
	if (!number_parse_integer(p, strcspn(p, ", \t"), &n))
		return true;
	/* Some drivers count unsupported benchmarks, some do not. */
	if (r->rows > 0 && (n < (int64_t)r->rows || n > (int64_t)(r->rows + r->unsupported)))
		log_warn(r->foreign.log, "%s:%u: %zu row%s, but the driver reports %lld",
			r->foreign.lines->path, r->foreign.lines->number, r->rows,
			PLURAL(r->rows), (long long)n);
	r->rows = 0;
	r->unsupported = 0;
	return true;
}

static void read_line(void *ctx)
{
	struct swift_reading *r = ctx;
	struct lines *lines = r->foreign.lines;

	if (lines->size == 0 || strspn(lines->text, " \t") == lines->size)
		return;
	if (lines->too_long || memchr(lines->text, '\0', lines->size)) {
		foreign_line_left_out(&r->foreign,
			lines->too_long ? "it is longer than 16 MiB" : "it has a NUL byte");
		return;
	}
	/* Nearly every line of a large log is a row, so that comes first. */
	if (swift_csv.line(r) || swift_json.line(r) || read_footer(r) || swift_verbose.line(r))
		return;
	if (r->passed_over++ == 0)
		r->passed_first = lines->number;
}

static void end(void *ctx)
{
	struct swift_reading *r = ctx;
	struct log *log = r->foreign.log;

	if (r->passed_over == 1)
		log_warn(log, "%s:%u: this line is neither a row nor a header and was ignored",
			log->path, r->passed_first);
	else if (r->passed_over > 1)
		log_warn(log,
			"%s:%u: %zu lines (this is the first) are neither rows nor headers and "
			"were ignored",
			log->path, r->passed_first, r->passed_over);
	if (r->verbose.name) {
		log_warn(log, "%s:%u: the log ends within '%s'; its %zu sample%s left out",
			log->path, r->verbose.line, r->verbose.name, r->verbose.count,
			r->verbose.count == 1 ? " is" : "s are");
		log->complete = false;
	}
	if (r->has_verbose && log->format == reader_swift_csv.name)
		log->format = "swift-verbose";
	free(r->verbose.name);
	free(r->verbose.samples);
	free(r->columns);
	cells_release(&r->cells);
}

static bool has_csv(const char *head, size_t size)
{
	return foreign_any_line(head, size, swift_csv.begins) ||
	       foreign_any_line(head, size, swift_verbose.begins);
}

static bool has_json(const char *head, size_t size)
{
	return foreign_any_line(head, size, swift_json.begins);
}

const struct reader reader_swift_csv = {
	.name = "swift-csv",
	.source = { .per_iteration = true },
	.recognises = has_csv,
	.size = sizeof(struct swift_reading),
	.line = read_line,
	.end = end,
};
const struct reader reader_swift_json = {
	.name = "swift-json",
	.source = { .per_iteration = true },
	.recognises = has_json,
	.size = sizeof(struct swift_reading),
	.line = read_line,
	.end = end,
};
