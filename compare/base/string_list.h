/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_STRING_LIST_H
#define COMPARE_BASE_STRING_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* A list of texts that owns them. May be released when zeroed. */
struct text_list {
	char **texts;
	size_t count, capacity;
};

void text_list_add(struct text_list *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool text_list_has(const struct text_list *list, const char *text);
/* All texts with `separator` between them, in fresh memory; "" for none. */
char *text_list_join(const struct text_list *list, const char *separator);
void text_list_release(struct text_list *list);

#endif
