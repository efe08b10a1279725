/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/github.h"

#include <stdlib.h>

#include "compare/print/markup.h"

void github_say(FILE *out, const char *level, const char *title, char *text)
{
	if (text)
		github_annotate(out, level, "", 0, title, text);
	free(text);
}

void github_annotate(FILE *out, const char *level, const char *file, unsigned line,
	const char *title, const char *text)
{
	fprintf(out, "::%s ", level);
	if (*file) {
		fputs("file=", out);
		markup_put(out, MARKUP_GITHUB_PROPERTY, file);
		if (line)
			fprintf(out, ",line=%u", line);
		fputc(',', out);
	}
	fputs("title=", out);
	markup_put(out, MARKUP_GITHUB_PROPERTY, title);
	fputs("::", out);
	markup_put(out, MARKUP_GITHUB, text);
	fputc('\n', out);
}
