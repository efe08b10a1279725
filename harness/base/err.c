/* SPDX-License-Identifier: MIT */
#include "harness/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A cut in the middle of a UTF-8 sequence would make the sentence unprintable. */
static void trim_partial_character(char *text)
{
	size_t n = strlen(text);

	while (n > 0 && ((unsigned char)text[n - 1] & 0xC0) == 0x80)
		n--;
	if (n > 0 && (unsigned char)text[n - 1] >= 0xC0)
		n--;
	text[n] = '\0';
}

int bd_err(struct err *e, const char *format, ...)
{
	va_list args;
	int n;

	if (!e)
		return -1;
	va_start(args, format);
	n = vsnprintf(e->text, sizeof(e->text), format, args);
	va_end(args);
	if (n >= (int)sizeof(e->text))
		trim_partial_character(e->text);
	return -1;
}
