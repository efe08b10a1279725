/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/string_list.h"

#include "compare/base/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void text_list_add(struct text_list *list, const char *format, ...)
{
	va_list args;

	list->texts = memory_grow(
		list->texts, &list->capacity, list->count + 1, sizeof(*list->texts));
	va_start(args, format);
	list->texts[list->count++] = memory_format_list(format, args);
	va_end(args);
}

bool text_list_has(const struct text_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->texts[i], text) == 0)
			return true;
	return false;
}

char *text_list_join(const struct text_list *list, const char *separator)
{
	size_t size = 1, gap = strlen(separator);
	char *joined, *at;

	for (size_t i = 0; i < list->count; i++)
		size += strlen(list->texts[i]) + gap;
	joined = at = memory_zeroed(size, 1);
	for (size_t i = 0; i < list->count; i++) {
		if (i)
			at = stpcpy(at, separator);
		at = stpcpy(at, list->texts[i]);
	}
	return joined;
}

void text_list_release(struct text_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->texts[i]);
	free(list->texts);
	memset(list, 0, sizeof(*list));
}
