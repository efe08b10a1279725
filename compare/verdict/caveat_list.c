/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveat_list.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

void caveat_add(struct caveat_list *list, enum caveat_weight weight, const char *format, ...)
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
	*ARRAY_ADD(list->items, list->count, list->capacity) = (struct caveat){ weight, brief,
		memory_text(format[size] == '\n' ? all + strlen(brief) : all) };
}

void caveat_take(struct caveat_list *list, struct comparison *comparison)
{
	for (enum caveat_weight weight = CAVEAT_VOID; weight <= CAVEAT_FACT; weight++)
		for (size_t i = 0; i < list->count; i++) {
			const struct caveat *caveat = &list->items[i];

			if (caveat->weight != weight)
				continue;
			string_list_add(&comparison->caveats, caveat->text);
			string_list_add(&comparison->caveat_briefs, caveat->brief);
		}
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].brief);
		free(list->items[i].text);
	}
	free(list->items);
	*list = (struct caveat_list){ 0 };
}
