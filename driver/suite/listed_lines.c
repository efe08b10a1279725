/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/listed_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/table.h"

/* Digits are like each other: times, counts and addresses differ in each start. */
static bool same(char a, char b)
{
	return a == b || (isdigit((unsigned char)a) && isdigit((unsigned char)b));
}

/* Are the ends of both the same, and at least half of the longer one? */
static bool similar(const char *a, const char *b)
{
	size_t m = strlen(a), n = strlen(b), less = m < n ? m : n, head = 0, tail = 0;

	while (head < less && same(a[head], b[head]))
		head++;
	while (tail < less - head && same(a[m - 1 - tail], b[n - 1 - tail]))
		tail++;
	return 2 * (head + tail) >= (m > n ? m : n);
}

/* Drops what is in `other` as well, and as often. */
static void add_rest(const struct string_list *all, size_t first, size_t end,
	const struct string_list *other, size_t other_first, size_t other_end,
	struct string_list *lines)
{
	AUTO_TABLE struct table *rest = table_new();

	for (size_t i = other_first; i < other_end; i++)
		++*table_add(rest, other->items[i], 0, NULL);
	for (; first < end; first++) {
		size_t *count = table_find(rest, all->items[first]);

		if (count && *count)
			--*count;
		else
			string_list_add(lines, all->items[first]);
	}
}

void listed_lines(const char *list, const char *nothing, struct string_list *lines)
{
	AUTO(string_list_release) struct string_list all = { 0 }, other = { 0 };
	size_t first = 0, tail = 0;

	string_list_split(&all, list, "\r\n");
	string_list_split(&other, nothing, "\r\n");
	while (first < all.count && first < other.count &&
		similar(all.items[first], other.items[first]))
		first++;
	while (first + tail < all.count && first + tail < other.count &&
		similar(all.items[all.count - 1 - tail], other.items[other.count - 1 - tail]))
		tail++;
	add_rest(&all, first, all.count - tail, &other, first, other.count - tail, lines);
}
