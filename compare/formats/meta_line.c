/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/meta_line.h"

#include "compare/base/escape.h"

#include <string.h>

static char *trimmed(char *text)
{
	size_t n;

	text += strspn(text, " \t");
	n = strlen(text);
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	text[n] = '\0';
	text_unescape(text, n);
	return text;
}

bool meta_line_split(char *line, char **key, char **value)
{
	char *colon = strchr(line, ':');

	if (!colon)
		return false;
	*colon = '\0';
	*key = trimmed(line + 1);
	*value = trimmed(colon + 1);
	return true;
}
