/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "compare/memory.h"

bool terminal_color(const char *choice, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (choice && strcmp(choice, "always") == 0)
		return true;
	if (choice && strcmp(choice, "never") == 0)
		return false;
	if (no_color && *no_color)
		return false;
	return isatty(fileno(out)) && !(term && strcmp(term, "dumb") == 0);
}

int terminal_width(FILE *out, int otherwise)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	long n;

	if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	n = columns ? strtol(columns, NULL, 10) : 0;
	return n >= 20 && n <= 10000 ? (int)n : otherwise;
}

/* Length of the printable character at p: 0 if it is a control character or no UTF-8. */
static size_t printable(const unsigned char *p)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = p[0] < 0x80   ? 1
			: p[0] < 0xC2 ? 0
			: p[0] < 0xE0 ? 2
			: p[0] < 0xF0 ? 3
			: p[0] < 0xF5 ? 4
				      : 0;
	uint32_t c = length > 1 ? p[0] & (0x7Fu >> length) : p[0];

	for (size_t i = 1; i < length; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3Fu);
	}
	if (length == 0 || c < 0x20 || (c >= 0x7F && c < 0xA0) || c < least[length] ||
		(c >= 0xD800 && c < 0xE000) || c > 0x10FFFF)
		return 0;
	/* Marks that reorder or hide text: the same trick with other means. */
	if ((c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
		(c >= 0x2060 && c <= 0x2069) || c == 0xFEFF)
		return 0;
	return length;
}

char *terminal_clean(const char *text)
{
	char *clean = memory_zeroed(4 * strlen(text) + 1, 1);
	const unsigned char *p = (const unsigned char *)text;
	char *q = clean;

	while (*p) {
		size_t length = printable(p);

		if (length == 0) {
			q += sprintf(q, "\\x%02X", *p++);
			continue;
		}
		memcpy(q, p, length);
		q += length;
		p += length;
	}
	return clean;
}
