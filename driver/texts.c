/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/texts.h"

#include <stdlib.h>
#include <string.h>

#include "compare/memory.h"

void texts_add(struct texts *texts, const char *text)
{
	texts->items = memory_grow(
		texts->items, &texts->capacity, texts->count + 2, sizeof(*texts->items));
	texts->items[texts->count++] = memory_text(text);
	texts->items[texts->count] = NULL;
}

void texts_split(struct texts *texts, const char *text, const char *separators)
{
	char *copy = memory_text(text);
	char *rest = copy, *part;

	while ((part = strsep(&rest, separators)) != NULL)
		if (*part)
			texts_add(texts, part);
	free(copy);
}

bool texts_has(const struct texts *texts, const char *text)
{
	for (size_t i = 0; i < texts->count; i++)
		if (strcmp(texts->items[i], text) == 0)
			return true;
	return false;
}

void texts_release(struct texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->items[i]);
	free(texts->items);
	*texts = (struct texts){ 0 };
}

enum { WORD_MAX = 64 }; /* longer words have no neighbour */

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

const char *texts_nearest(const struct texts *words, const char *text)
{
	const char *best = NULL;
	size_t best_distance = WORD_MAX;

	if (strlen(text) > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < words->count; i++) {
		size_t length = strlen(words->items[i]);
		size_t limit = length / 3 > 1 ? length / 3 : 1;
		size_t d;

		if (length > WORD_MAX)
			continue;
		d = distance(text, words->items[i]);
		if (d <= limit && d < best_distance) {
			best = words->items[i];
			best_distance = d;
		}
	}
	return best;
}
