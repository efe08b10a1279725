/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/texts.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/nearest.h"

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

const char *texts_nearest(const struct texts *words, const char *text)
{
	return nearest_word((const char *const *)words->items, words->count, text);
}
