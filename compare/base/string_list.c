/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/string_list.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void string_list_take(struct string_list *list, char *string)
{
	if (!string)
		return;
	list->items = memory_grow(
		list->items, &list->capacity, list->count + 2, sizeof(*list->items));
	list->items[list->count++] = string;
	list->items[list->count] = NULL;
}

void string_list_add(struct string_list *list, const char *string)
{
	string_list_take(list, memory_text(string));
}

void string_list_addf(struct string_list *list, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	string_list_take(list, memory_format_list(format, args));
	va_end(args);
}

void string_list_add_all(struct string_list *list, const struct string_list *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		string_list_add(list, strings->items[i]);
}

void string_list_split(struct string_list *list, const char *string, const char *separators)
{
	AUTO_FREE char *copy = memory_text(string);
	char *rest = copy, *part;

	while ((part = strsep(&rest, separators)) != NULL)
		if (*part)
			string_list_add(list, part);
}

bool string_list_has(const struct string_list *list, const char *string)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i], string) == 0)
			return true;
	return false;
}

/* An index takes 80 KiB, so a list as short as the tags of a benchmark has none. */
#define UNINDEXED_MOST 32

void string_list_add_once(struct string_list *list, const char *string)
{
	int added;

	if (list->count < UNINDEXED_MOST) {
		if (!string_list_has(list, string))
			string_list_add(list, string);
		return;
	}
	if (!list->index)
		list->index = table_new();
	for (; list->indexed < list->count; list->indexed++)
		table_add(list->index, list->items[list->indexed], 0, NULL);
	table_add(list->index, string, 0, &added);
	if (!added)
		return;
	string_list_add(list, string);
	list->indexed = list->count;
}

const char *string_list_nearest(const struct string_list *list, const char *string)
{
	return nearest_word((const char *const *)list->items, list->count, string);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void string_list_sort(struct string_list *list)
{
	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), by_text);
}

char *string_list_join(const struct string_list *list, const char *separator)
{
	size_t size = 1, gap = strlen(separator);
	char *joined, *at;

	for (size_t i = 0; i < list->count; i++)
		size += strlen(list->items[i]) + gap;
	joined = at = memory_zeroed(size, 1);
	for (size_t i = 0; i < list->count; i++) {
		if (i)
			at = stpcpy(at, separator);
		at = stpcpy(at, list->items[i]);
	}
	return joined;
}

char *string_list_finish(struct string_list *list, const char *separator)
{
	char *joined = string_list_join(list, separator);

	string_list_release(list);
	return joined;
}

void string_list_release(struct string_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
	table_free(list->index);
	memset(list, 0, sizeof(*list));
}

enum {
	WORD_MAX = 64, /* longer words have no neighbour */
	PART_MIN = 4,  /* a shorter text is part of too many words */
};

static size_t smallest(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* Optimal string alignment distance; both words are at most WORD_MAX long. */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2];
	size_t n = strlen(a), m = strlen(b);

	for (size_t j = 0; j <= m; j++)
		last[j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t *spare = before;

		now[0] = i;
		for (size_t j = 1; j <= m; j++) {
			now[j] = smallest(last[j] + 1, now[j - 1] + 1,
				last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
				before[j - 2] + 1 < now[j])
				now[j] = before[j - 2] + 1;
		}
		before = last;
		last = now;
		now = spare;
	}
	return last[m];
}

static const char *word_with(const char *const *words, size_t count, const char *part)
{
	for (size_t i = 0; strlen(part) >= PART_MIN && i < count; i++)
		if (strcasestr(words[i], part))
			return words[i];
	return NULL;
}

const char *nearest_word(const char *const *words, size_t count, const char *text)
{
	const char *best = NULL;
	size_t best_distance = WORD_MAX;

	for (size_t i = 0; strlen(text) <= WORD_MAX && i < count; i++) {
		size_t length = strlen(words[i]);
		size_t limit = length / 3 > 1 ? length / 3 : 1;
		size_t d;

		if (length > WORD_MAX)
			continue;
		d = distance(text, words[i]);
		if (d <= limit && d < best_distance) {
			best = words[i];
			best_distance = d;
		}
	}
	return best ? best : word_with(words, count, text);
}
