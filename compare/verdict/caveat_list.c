/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveat_list.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

void caveat_add(struct caveat_list *list, enum caveat_weight weight, char *brief, char *text)
{
	size_t size = strlen(text);

	if (!brief)
		brief = memory_format(
			"%.*s", (int)(size && text[size - 1] == '.' ? size - 1 : size), text);
	*ARRAY_ADD(list->items, list->count, list->capacity) =
		(struct caveat){ weight, brief, text };
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
