/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/json_words.h"

#include <jansson.h>

#include "compare/base/string_list.h"

char *json_words(char *const *words, int count)
{
	json_auto_t *array = json_array();
	char *json = NULL;
	int rc = 0;

	/* Fails for what is no UTF-8. */
	for (int i = 0; i < count && !rc; i++)
		rc = json_array_append_new(array, json_string(words[i]));
	if (!rc)
		json = json_dumps(array, JSON_COMPACT | JSON_ENSURE_ASCII);
	return json;
}

int json_words_parse(const char *text, struct string_list *words)
{
	json_auto_t *array = text ? json_loads(text, 0, NULL) : NULL;
	json_t *word;
	int rc = json_is_array(array) ? 0 : -1;
	size_t i;

	json_array_foreach(array, i, word) {
		if (json_is_string(word))
			string_list_add(words, json_string_value(word));
		else
			rc = -1;
	}
	return rc;
}
