/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/nearest.h"

#include <string.h>

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
