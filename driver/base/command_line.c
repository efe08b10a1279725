/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/command_line.h"

#include "compare/base/memory.h"
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
	AUTO(string_list_release) struct string_list list = { 0 };

	for (int i = 0; i < word_count; i++)
		string_list_add(&list, words[i]);
	return string_list_join(&list, " ");
}

char *command_line_json(void)
{
	return json_words(words, word_count);
}
