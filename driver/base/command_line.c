/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/command_line.h"

#include <jansson.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"

static char **kept;
static int word_count;

void command_line_keep(int argc, char **argv)
{
	kept = argv;
	word_count = argc;
}

char *command_line_text(void)
{
	AUTO(string_list_release) struct string_list list = { 0 };

	for (int i = 0; i < word_count; i++)
		string_list_add(&list, kept[i]);
	return string_list_join(&list, " ");
}

char *command_line_json(void)
{
	return json_words(kept, word_count);
}

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

int words_split(struct string_list *words, const char *value, struct err *e)
{
	AUTO_FREE char *word = memory_zeroed(strlen(value) + 1, 1);
	const char *p = value;
	int result = 0;

	while (*(p += strspn(p, " \t"))) {
		char *out = word, quote = '\0';

		for (; *p && (quote || !strchr(" \t", *p)); p++) {
			if (quote && *p == quote)
				quote = '\0';
			else if (!quote && (*p == '"' || *p == '\''))
				quote = *p;
			else
				*out++ = *p;
		}
		*out = '\0';
		if (quote) {
			result = bd_err(e, "a quote %c is not closed", quote);
			break;
		}
		string_list_add(words, word);
	}
	return result;
}
