/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/suggestion.h"

#include <stdio.h>

#include "compare/base/string_list.h"

struct suggestion suggestion_of(const char *name)
{
	struct suggestion s = { "" };

	if (name)
		snprintf(s.text, sizeof(s.text), "; did you mean '%.1000s'?", name);
	return s;
}

struct suggestion suggestion(const struct string_list *names, const char *word)
{
	return suggestion_of(string_list_nearest(names, word));
}
