/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/json_words.h"

#include <jansson.h>
#include <string.h>

#include "compare/base/string_list.h"

char *json_words(const char *text, size_t size)
{
	json_t *words = json_array();
	char *json;

	for (size_t i = 0; i < size; i += strlen(text + i) + 1) {
		json_t *word = json_string(text + i);

		json_array_append_new(words, word ? word : json_null());
	}
	json = json_dumps(words, JSON_COMPACT | JSON_ENSURE_ASCII);
	json_decref(words);
	return json;
}

int json_words_parse(const char *text, struct string_list *words)
{
	json_t *array = text ? json_loads(text, 0, NULL) : NULL, *word;
	int rc = json_is_array(array) ? 0 : -1;
	size_t i;

	json_array_foreach(array, i, word) {
		if (json_is_string(word))
			string_list_add(words, json_string_value(word));
		else
			rc = -1;
	}
	json_decref(array);
	return rc;
}
