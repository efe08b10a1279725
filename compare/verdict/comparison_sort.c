/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/comparison_sort.h"

#include "compare/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* What a row is sorted by: rows themselves are large. */
struct key {
	double size;
	uint32_t group, place;
	const struct row *row;
};

/* Numbers first: sorts "file2" before "file10", and Sort/64 before Sort/4096. */
static int by_name(const void *a, const void *b)
{
	const struct row *x = ((const struct key *)a)->row, *y = ((const struct key *)b)->row;
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

/* By group, by size and, cheaper than the names again, by place. */
static int by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	order = descending(x->size, y->size);
	return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* The size of a change in either direction. Inconclusive rows are sorted by it as well. */
static double size_of(const struct row *row)
{
	double ratio = row->time.ratio;

	return ratio > 0 && ratio < 1 ? 1 / ratio : ratio;
}

static struct key key_of(const struct row *row)
{
	return (struct key){ .size = row->time.verdict == VERDICT_UNCHANGED ? 0 : size_of(row),
		.group = row->time.verdict,
		.place = row->place,
		.row = row };
}

void comparison_sort(struct comparison *comparison, enum sort sort)
{
	int (*compare)(const void *, const void *) = sort == SORT_NAME ? by_name : by_key;
	size_t n = comparison->row_count, i = 1;
	AUTO_FREE struct key *keys = memory_array(n, sizeof(*keys));
	struct row *sorted;

	for (size_t k = 0; k < n; k++)
		keys[k] = key_of(&comparison->rows[k]);
	while (i < n && compare(&keys[i - 1], &keys[i]) <= 0)
		i++;
	if (i >= n)
		return;
	qsort(keys, n, sizeof(*keys), compare);
	sorted = memory_array(n, sizeof(*sorted));
	for (size_t k = 0; k < n; k++)
		sorted[k] = *keys[k].row;
	free(comparison->rows);
	comparison->rows = sorted;
}
