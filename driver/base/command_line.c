/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/command_line.h"

#include "compare/base/string_list.h"
#include "driver/base/json_words.h"

static char **words;
static int word_count;

void command_line_keep(int argc, char **argv)
{
	words = argv;
	word_count = argc;
}

char *command_line_text(void)
{
	struct string_list list = { 0 };
	char *text;

	for (int i = 0; i < word_count; i++)
		string_list_add(&list, words[i]);
	text = string_list_join(&list, " ");
	string_list_release(&list);
	return text;
}

char *command_line_json(void)
{
	return json_words(words, word_count);
}
