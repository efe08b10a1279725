/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/verbose.h"

#include "compare/base/escape.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/print/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
