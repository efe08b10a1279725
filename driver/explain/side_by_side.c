/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Longest common subsequence by dynamic programming, from the end. */
#include "driver/explain/side_by_side.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

struct aligning {
	const struct string_list *old, *new;
	uint16_t *common; /* lines from here on that both have: [old][new] */
	struct string_list rows[2];
};

static uint16_t *common_at(const struct aligning *a, size_t i, size_t k)
{
	return &a->common[i * (a->new->count + 1) + k];
}

static bool same(const struct aligning *a, size_t i, size_t k)
{
	return i < a->old->count &&
	       k < a->new->count &&strcmp(a->old->items[i], a->new->items[k]) == 0;
}

static void count_common(struct aligning *a)
{
	for (size_t i = a->old->count; i-- > 0;)
		for (size_t k = a->new->count; k-- > 0;) {
			uint16_t skip_old = *common_at(a, i + 1, k);
			uint16_t skip_new = *common_at(a, i, k + 1);

			*common_at(a, i, k) =
				same(a, i, k) ? (uint16_t)(1 + *common_at(a, i + 1, k + 1))
				: skip_old > skip_new ? skip_old
						      : skip_new;
		}
}

static void add_row(struct string_list rows[2], const char *old, const char *new)
{
	string_list_add(&rows[0], old);
	string_list_add(&rows[1], new);
}

/* Lines that only one text has, from i and k up to the ends, stand beside each other. */
static void add_different(struct aligning *a, size_t i, size_t i_end, size_t k, size_t k_end)
{
	while (i < i_end || k < k_end) {
		const char *old = i < i_end ? a->old->items[i++] : "";
		const char *new = k < k_end ? a->new->items[k++] : "";

		add_row(a->rows, old, new);
	}
}

static void align(struct aligning *a)
{
	size_t i = 0, k = 0, i_from = 0, k_from = 0;

	while (i < a->old->count || k < a->new->count) {
		if (same(a, i, k)) {
			add_different(a, i_from, i, k_from, k);
			add_row(a->rows, a->old->items[i], a->new->items[k]);
			i_from = ++i;
			k_from = ++k;
		} else if (k == a->new->count ||
			   (i < a->old->count &&
				   *common_at(a, i + 1, k) >= *common_at(a, i, k + 1))) {
			i++;
		} else {
			k++;
		}
	}
	add_different(a, i_from, i, k_from, k);
}

static bool is_near_difference(const struct aligning *a, size_t row)
{
	size_t from = row > SIDE_CONTEXT ? row - SIDE_CONTEXT : 0;

	for (size_t i = from; i <= row + SIDE_CONTEXT && i < a->rows[0].count; i++)
		if (strcmp(a->rows[0].items[i], a->rows[1].items[i]) != 0)
			return true;
	return false;
}

static void add_shown(const struct aligning *a, struct string_list sides[2])
{
	bool gap = false, any = false;

	for (size_t i = 0; i < a->rows[0].count; i++) {
		bool shown = is_near_difference(a, i);

		if (shown && gap && any)
			add_row(sides, SIDE_GAP, SIDE_GAP);
		if (shown)
			add_row(sides, a->rows[0].items[i], a->rows[1].items[i]);
		any = any || shown;
		gap = !shown;
	}
}

void side_by_side(const struct string_list *old, const struct string_list *new,
	struct string_list sides[2])
{
	struct aligning a = { .old = old, .new = new };

	if (old->count > SIDE_LINES_MAX || new->count > SIDE_LINES_MAX)
		return;
	a.common = memory_zeroed((old->count + 1) * (new->count + 1), sizeof(*a.common));
	count_common(&a);
	align(&a);
	add_shown(&a, sides);
	for (int b = 0; b < 2; b++)
		string_list_release(&a.rows[b]);
	free(a.common);
}
