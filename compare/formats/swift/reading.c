/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/reading.h"

#include "compare/base/escape.h"
#include "compare/base/memory.h"
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
