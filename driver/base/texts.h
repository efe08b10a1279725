/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_TEXTS_H
#define DRIVER_BASE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

/* A list of texts that it owns. Zeroed it is empty and may be released. */
struct texts {
	char **items; /* NULL-terminated once something was added; NULL while empty */
	size_t count, capacity;
};

void texts_add(struct texts *texts, const char *text); /* copies */
/* Adds each non-empty part of text between characters of `separators`. */
void texts_split(struct texts *texts, const char *text, const char *separators);
bool texts_has(const struct texts *texts, const char *text);
void texts_release(struct texts *texts);

/* The word of the list that was probably meant (compare/base/nearest.h), or NULL. */
const char *texts_nearest(const struct texts *words, const char *text);

#endif
