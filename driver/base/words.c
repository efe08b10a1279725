/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/words.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"

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
