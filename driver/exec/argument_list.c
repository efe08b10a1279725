/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/argument_list.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"

void argument_list_append(struct argument_list *list, const char *const *texts)
{
	for (; *texts; texts++) {
		list->items = memory_grow(
			list->items, &list->capacity, list->count + 2, sizeof(*list->items));
		list->items[list->count++] = (char *)*texts;
		list->items[list->count] = NULL;
	}
}

void argument_list_addf(struct argument_list *list, const char *format, ...)
{
	va_list args;
	AUTO_FREE char *text = NULL;

	va_start(args, format);
	text = memory_format_list(format, args);
	va_end(args);
	string_list_add(&list->own, text);
	argument_list_add(list, list->own.items[list->own.count - 1]);
}

void argument_list_add_all(struct argument_list *list, const struct string_list *strings)
{
	if (strings->count)
		argument_list_append(list, (const char *const *)strings->items);
}

/* Is the variable of `text` ("NAME=VALUE") among the first `count`? */
static bool is_set(const struct argument_list *list, size_t count, const char *text)
{
	size_t size = strcspn(text, "=") + 1;

	for (size_t i = 0; i < count; i++)
		if (!strncmp(list->items[i], text, size))
			return true;
	return false;
}

void argument_list_inherit(struct argument_list *list)
{
	size_t own = list->count;

	for (char **p = environ; *p; p++)
		if (!is_set(list, own, *p))
			argument_list_add(list, *p);
}

void argument_list_clear(struct argument_list *list)
{
	list->count = 0;
	string_list_release(&list->own);
}

void argument_list_release(struct argument_list *list)
{
	free(list->items);
	string_list_release(&list->own);
	*list = (struct argument_list){ 0 };
}
