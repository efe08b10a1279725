/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/reading.h"

#include "compare/base/escape.h"
#include "compare/base/memory.h"
#include "compare/formats/swift/quantiles.h"
#include "compare/log/row_reader.h"

#include <math.h>
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

double *swift_values(struct swift_reading *r, size_t count)
{
	r->values = memory_grow(r->values, &r->values_capacity, count, sizeof(*r->values));
	return r->values;
}

/* One value stands for both ends. */
static size_t at_least_two(struct swift_reading *r, size_t count)
{
	if (count == 1)
		swift_values(r, 2)[1] = r->values[0];
	return count == 1 ? 2 : count;
}

void swift_add(struct swift_reading *r, struct log_row *row, size_t count)
{
	static char suite[] = SWIFT_SUITE;
	size_t restored = 0;

	row->suite = suite;
	row->launch.round = 0;
	if (!row->evidence.samples) {
		count = at_least_two(r, count);
		restored = swift_restore_samples(r->values, count, row->samples_behind);
	} else {
		r->log->summaries_only = false;
	}
	if (restored > 0) {
		row->evidence.samples = r->values;
		row->evidence.samples_sorted = true;
		row->launch.sample_count = (uint32_t)restored;
	} else if (!row->evidence.samples) {
		row->evidence.quantile.values = r->values;
		row->evidence.quantile.count = count;
	}
	row->evidence.clock_step_ns = row->launch.clock_step_ns;
	log_add_row(r->log, row, r->keep, r->lines->number);
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
	static char suite[] = SWIFT_SUITE;
	struct log_row row;

	if (!text_is_utf8(name, strlen(name))) {
		swift_warn_row(r, "its name is not UTF-8");
		return;
	}
	log_row_init(&row);
	row.suite = suite;
	row.benchmark = name;
	row.launch.round = 0;
	row.launch.status = OUTCOME_SKIPPED;
	row.evidence.detail = why;
	log_add_row(r->log, &row, r->keep, r->lines->number);
}

void swift_warn_row(struct swift_reading *r, const char *why)
{
	log_warn(r->log, "%s:%u: row left out: %s%s", r->lines->path, r->lines->number, why,
		r->lines->torn ? " (the last line is cut short)" : "");
	r->truncated = r->truncated || r->lines->torn;
}
