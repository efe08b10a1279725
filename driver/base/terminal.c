/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/utf8.h"
#include "harness/base/text.h"

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

/* Length of the printable character at p: 0 if it is a control character or not UTF-8. */
static size_t printable(const char *p)
{
	uint32_t code;
	size_t length = utf8_decode(p, &code);

	return code == UTF8_INVALID || markup_is_control(code) ? 0 : length;
}

void terminal_cut(char *line, int columns)
{
	char *p = line;

	while (*p && columns-- > 0) {
		size_t n = bd_utf8_length(p);

		p += n ? n : 1;
	}
	*p = '\0';
}

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			    "_-+=:,./@%";

char *terminal_word(const char *text)
{
	char *word = memory_zeroed(4 * strlen(text) + 4, 1), *q = word;
	AUTO_FREE char *clean = terminal_clean(text);
	/* Only a text with characters that cannot be printed needs $'...', which knows \xHH. */
	bool escapes = strcmp(clean, text) != 0;

	if (*text && !text[strspn(text, plain)]) {
		stpcpy(word, text);
		return word;
	}
	q += sprintf(q, escapes ? "$'" : "'");
	while (*text) {
		size_t length = printable(text);

		if (length == 0)
			q += sprintf(q, "\\x%02X", (unsigned char)*text);
		else if (*text == '\'' && !escapes)
			q = stpcpy(q, "'\\''");
		else if (*text == '\'' || (*text == '\\' && escapes))
			q += sprintf(q, "\\%c", *text);
		else
			q = mempcpy(q, text, length);
		text += length ? length : 1;
	}
	*q = '\'';
	return word;
}
