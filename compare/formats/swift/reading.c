/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/reading.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "compare/log/row_reader.h"
#include "compare/print/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double swift_ns(double us)
{
	double ns = us * 1e3, rounded;

	/* Whole us, as most logs have them, are exact. */
	if (us < 1e12 && us == (double)(int64_t)us)
		return ns;
	rounded = round(us * 1e6) / 1e3;
	return fabs(ns - rounded) <= 1e-14 * ns ? rounded : ns;
}

bool swift_starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Rank from 0 of quantile i of q. */
static size_t exact_rank(size_t n, size_t i, size_t q)
{
	size_t rank = (n * i + q - 1) / q;

	return rank ? rank - 1 : 0;
}

/* As Swift's driver computes it: in floating point, off by one for some i. */
static size_t float_rank(size_t n, size_t i, size_t q)
{
	double rank = ceil((double)n * ((double)i * (1.0 / (double)q)));
	size_t r = rank > 0 ? (size_t)rank - 1 : 0;

	return i == q || r >= n ? n - 1 : r;
}

/* Do the ranks name every sample, and do equal ranks have equal values? */
static int agrees(
	const double *values, size_t q, size_t n, size_t (*rank)(size_t n, size_t i, size_t q))
{
	for (size_t i = 1; i <= q; i++) {
		size_t before = rank(n, i - 1, q), now = rank(n, i, q);

		if (now > before + 1 || now < before)
			return 0;
		if (now == before && values[i] != values[i - 1])
			return 0;
	}
	return 1;
}

size_t swift_restore_samples(double *values, size_t count, size_t n)
{
	size_t (*rank)(size_t n, size_t i, size_t q) = exact_rank;
	size_t q = count - 1;

	if (n == 0 || count < 2 || n > count)
		return 0;
	/* Minimum and maximum are all samples, whichever of them the median is. */
	if (n <= 2) {
		values[n - 1] = values[n == 2 ? q : 0];
		return n;
	}
	if (!agrees(values, q, n, rank)) {
		rank = float_rank;
		if (!agrees(values, q, n, rank))
			return 0;
	}
	for (size_t i = 0; i <= q; i++)
		values[rank(n, i, q)] = values[i];
	return n;
}

void swift_add(struct swift_reading *r, struct log_row *row)
{
	struct foreign *f = &r->foreign;
	size_t restored = 0;

	row->suite = (char *)SWIFT_SUITE;
	row->launch.round = 0;
	if (row->evidence.samples) {
		f->log->summaries_only = false;
	} else {
		if (f->count == 1) /* one value stands for both ends */
			foreign_value(f, f->values[0], 1);
		restored = swift_restore_samples(f->values, f->count, row->samples_behind);
	}
	if (restored > 0) {
		row->evidence.samples = f->values;
		row->evidence.samples_sorted = true;
		row->launch.sample_count = (uint32_t)restored;
	} else if (!row->evidence.samples) {
		row->evidence.quantile.values = f->values;
		row->evidence.quantile.count = f->count;
	}
	row->evidence.clock_step_ns = row->launch.clock_step_ns;
	log_add_row(f->log, row, f->keep, f->lines->number);
}

void swift_set_pages(struct log_row *row, double pages)
{
	if (row->evidence.memory.peak_kib >= 0 || !(pages >= 0 && pages < 1e15))
		return;
	row->evidence.memory.peak_kib = (int64_t)pages * 4;
	row->evidence.memory.base_kib = 0;
}

void swift_add_skipped(struct swift_reading *r, char *name, char *why)
{
	struct log_row row;

	if (!text_is_utf8(name, strlen(name))) {
		foreign_line_left_out(&r->foreign, "its name is not UTF-8");
		return;
	}
	log_row_init(&row);
	row.suite = (char *)SWIFT_SUITE;
	row.benchmark = name;
	row.launch.round = 0;
	row.launch.status = OUTCOME_SKIPPED;
	row.evidence.detail = why;
	log_add_row(r->foreign.log, &row, r->foreign.keep, r->foreign.lines->number);
}

static bool is_verbose(const char *line, size_t size)
{
	static const char words[] = "--- CONFIG ---";

	return size >= sizeof(words) - 1 && memcmp(line, words, sizeof(words) - 1) == 0;
}

void swift_verbose_reset(struct swift_verbose *verbose)
{
	free(verbose->name);
	verbose->name = NULL;
	verbose->count = 0;
	verbose->factor = 1;
	verbose->scale = -1;
	verbose->setup_us = NAN;
	verbose->voluntary = -1;
	verbose->involuntary = -1;
}

static bool number_after(const char *text, const char *words, double *value)
{
	const char *p = text + strlen(words);

	p += strspn(p, " ");
	return number_scan(&p, p + strlen(p), value) && *value >= 0;
}

static void begin_benchmark(struct swift_reading *r, const char *name)
{
	struct swift_verbose *v = &r->verbose;

	if (v->name)
		log_warn(r->foreign.log, "%s:%u: '%s' has no row; its %zu sample%s left out",
			r->foreign.lines->path, v->line, v->name, v->count,
			v->count == 1 ? " is" : "s are");
	swift_verbose_reset(v);
	if (!text_is_utf8(name, strlen(name)))
		return;
	v->name = memory_text(name);
	v->line = r->foreign.lines->number;
	r->has_verbose = true;
}

/* Sample ORDINAL,US */
static void read_sample(struct swift_reading *r, const char *text)
{
	struct swift_verbose *v = &r->verbose;
	const char *comma = strchr(text, ',');
	double us;

	if (!v->name)
		return;
	if (!comma || !number_parse(comma + 1, strlen(comma + 1), &us) || us < 0 ||
		us * 1e3 > LOG_NS_MAX) {
		log_warn(r->foreign.log, "%s:%u: sample left out: it is no number%s",
			r->foreign.lines->path, r->foreign.lines->number,
			r->foreign.lines->torn ? " (the last line is cut short)" : "");
		return;
	}
	*ARRAY_ADD(v->samples, v->count, v->capacity) = us;
}

/* WORD AFTER - BEFORE = DIFFERENCE */
static int64_t counter_difference(const char *text)
{
	const char *equals = strchr(text, '=');
	double value;

	if (!equals || !number_after(equals, "=", &value) || value > 9e15)
		return -1;
	return (int64_t)value;
}

static bool known_detail(struct swift_verbose *v, const char *p)
{
	double value;

	if (swift_starts(p, "SetUp ")) {
		if (number_after(p, "SetUp ", &value))
			v->setup_us = value;
	} else if (swift_starts(p, "Measuring with scale ")) {
		if (number_after(p, "Measuring with scale ", &value) && value >= 1 &&
			value < 9e15)
			v->scale = (int64_t)value;
	} else if (swift_starts(p, "Applying legacy factor:")) {
		if (number_after(p, "Applying legacy factor:", &value) && value > 0)
			v->factor = value;
	} else if (swift_starts(p, "ICS ")) {
		v->involuntary = counter_difference(p);
	} else if (swift_starts(p, "VCS ")) {
		v->voluntary = counter_difference(p);
	} else {
		return swift_starts(p, "Collecting ") || swift_starts(p, "Yielding ") ||
		       swift_starts(p, "MAX_RSS ") || swift_starts(p, "yieldCount ");
	}
	return true;
}

static bool known_heading(const char *p)
{
	static const char *const words[] = { "--- CONFIG ---", "--- DATA ---", "NumSamples:",
		"MinSamples:", "Verbose:", "LogMemory:", "LogMeta:", "SampleTime:", "NumIters:",
		"Quantile:", "Delimiter:", "Tests Filter:", "Tests to run:" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (swift_starts(p, words[i]))
			return true;
	return false;
}

static bool read_line(struct swift_reading *r)
{
	static const char skipping[] = "Skipping unsupported benchmark ";
	char *text = r->foreign.lines->text, reason[] = "unsupported";
	char *p = text + strspn(text, " \t");
	size_t n = strlen(p);

	if (swift_starts(text, "Running ")) {
		begin_benchmark(r, text + strlen("Running "));
		return true;
	}
	if (swift_starts(text, skipping)) {
		if (n > 0 && p[n - 1] == '!')
			p[n - 1] = '\0';
		swift_add_skipped(r, text + sizeof(skipping) - 1, reason);
		swift_verbose_reset(&r->verbose);
		return true;
	}
	if (p > text && swift_starts(p, "Sample ")) {
		read_sample(r, p);
		return true;
	}
	return known_heading(text) || (p > text && known_detail(&r->verbose, p));
}

/* The row's minimum shows whether the samples still need the factor. */
static double factor_of(const struct swift_verbose *v, double min_us)
{
	double min = INFINITY;

	for (size_t i = 0; i < v->count; i++)
		min = fmin(min, v->samples[i]);
	if (fabs(min * v->factor - min_us) <= 0.5)
		return v->factor;
	return fabs(min - min_us) <= 0.5 ? 1 : 0;
}

void swift_verbose_close(struct swift_reading *r, struct log_row *row, double min_us)
{
	struct swift_verbose *v = &r->verbose;
	double factor;

	if (!v->name || strcmp(v->name, row->benchmark) != 0)
		return;
	factor = factor_of(v, min_us);
	row->launch.iterations = v->scale;
	row->evidence.setup_ns = swift_ns(v->setup_us);
	row->evidence.switches.voluntary = v->voluntary;
	if (v->involuntary >= 0)
		row->evidence.switches.involuntary = v->involuntary;
	if (v->count == row->samples_behind && factor > 0) {
		for (size_t i = 0; i < v->count; i++)
			v->samples[i] = swift_ns(v->samples[i] * factor);
		row->evidence.samples = v->samples;
		row->launch.sample_count = (uint32_t)v->count;
	} else if (v->count > 0) {
		log_warn(r->foreign.log,
			"%s:%u: the %zu sample%s above %s not of this row, which is used",
			r->foreign.lines->path, r->foreign.lines->number, v->count,
			PLURAL(v->count), v->count == 1 ? "is" : "are");
	}
	free(v->name);
	v->name = NULL;
}

const struct swift_form swift_verbose = { is_verbose, read_line };
