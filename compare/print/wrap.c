/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/wrap.h"

#include <string.h>

void wrap_print(const char *text, int column, int indent, int width, FILE *out)
{
	if (column > 0 && column > indent - 2) {
		fprintf(out, "\n");
		column = 0;
	}
	column += fprintf(out, "%*s", indent - column, "");
	while (*text) {
		int length = (int)strcspn(text, " ");

		if (column > indent && column + 1 + length > width) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (column > indent) {
			column += fprintf(out, " ");
		}
		column += fprintf(out, "%.*s", length, text);
		text += length;
		text += strspn(text, " ");
	}
	fprintf(out, "\n");
}
