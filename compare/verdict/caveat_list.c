/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveat_list.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

static void insert(struct string_list *list, size_t place, char *text)
{
	string_list_take(list, text);
	for (size_t i = list->count - 1; i > place; i--)
		list->items[i] = list->items[i - 1];
	list->items[place] = text;
}

void caveat_add(
	struct comparison *comparison, enum caveat_weight weight, const char *format, ...)
{
	size_t size = strcspn(format, "\t\n");
	AUTO_FREE char *start = memory_format("%.*s", (int)size, format);
	AUTO_FREE char *rest =
		memory_format("%s%s", start, format + size + (format[size] != 0));
	AUTO_FREE char *all = NULL;
	char *brief;
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	brief = memory_format_list(start, args);
	all = memory_format_list(rest, again);
	va_end(args);
	va_end(again);
	if (!format[size] && size && brief[strlen(brief) - 1] == '.')
		brief[strlen(brief) - 1] = '\0';
	insert(&comparison->caveats, comparison->caveat_ends[weight],
		memory_text(format[size] == '\n' ? all + strlen(brief) : all));
	insert(&comparison->caveat_briefs, comparison->caveat_ends[weight], brief);
	for (; weight < CAVEAT_WEIGHTS; weight++)
		comparison->caveat_ends[weight]++;
}
