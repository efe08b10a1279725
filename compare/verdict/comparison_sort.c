/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/comparison_sort.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[SORT_COUNT] = { "verdict", "change", "name" };

enum sort sort_parse(const char *word)
{
	enum sort sort = SORT_VERDICT;

	while (sort < SORT_COUNT && strcmp(word, names[sort]) != 0)
		sort++;
	return sort;
}

/* strverscmp() from where the texts begin to differ, as names of a suite often begin alike. */
static int compare_versions(const char *x, const char *y)
{
	size_t i = 0;

	if (x == y) /* as suites of one log often are */
		return 0;
	while (x[i] && x[i] == y[i])
		i++;
	if (x[i] == y[i])
		return 0;
	while (i > 0 && x[i - 1] >= '0' && x[i - 1] <= '9')
		i--;
	return strverscmp(x + i, y + i);
}

/* Numbers first: sorts "file2" before "file10", and Sort/64 before Sort/4096. */
static int by_row_name(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = compare_versions(x->suite, y->suite);

	if (!order)
		order = compare_versions(x->name, y->name);
	if (!order)
		order = strcmp(x->suite, y->suite);
	return order ? order : strcmp(x->name, y->name);
}

/* Largest first, NaN last. */
static int descending(double x, double y)
{
	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y);
	return (x < y) - (x > y);
}

/* Cheaper than the names again. */
static int by_place(const struct row *x, const struct row *y)
{
	return (x->place > y->place) - (x->place < y->place);
}

static int by_change(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = descending(x->time.ratio, y->time.ratio);

	return order ? order : by_place(x, y);
}

/* The size of a change in either direction. Inconclusive rows are sorted by it as well. */
static double size_of(const struct row *row)
{
	double ratio = row->time.ratio;

	return ratio > 0 && ratio < 1 ? 1 / ratio : ratio;
}

static int by_verdict(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order;

	if (x->time.verdict != y->time.verdict)
		return x->time.verdict < y->time.verdict ? -1 : 1;
	if (x->time.verdict == VERDICT_UNCHANGED)
		return by_place(x, y);
	order = descending(size_of(x), size_of(y));
	return order ? order : by_place(x, y);
}

void comparison_sort(struct comparison *comparison, enum sort sort)
{
	int (*const compare[SORT_COUNT])(
		const void *, const void *) = { by_verdict, by_change, by_row_name };
	const struct row *rows = comparison->rows;
	size_t i = 1;

	assert(sort < SORT_COUNT);
	/* Rows are large, and often they stand in order already. */
	while (i < comparison->row_count && compare[sort](&rows[i - 1], &rows[i]) <= 0)
		i++;
	if (i < comparison->row_count)
		qsort(comparison->rows, comparison->row_count, sizeof(*rows), compare[sort]);
}
