/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Any expression is refused with a sentence, or is quick on a long name. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = memory_format("%.*s", (int)size, (const char *)data), name[1001];
	struct err e = { "" };
	struct regex *regex;

	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	regex = regex_new(text, &e);
	if (regex)
		regex_match(regex, name);
	else
		assert(e.text[0]);
	regex_free(regex);
	free(text);
	return 0;
}
