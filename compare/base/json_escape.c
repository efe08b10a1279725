/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_escape.h"

#include "compare/base/number.h"
#include "compare/base/utf8.h"

#include <stdbool.h>
#include <string.h>

static bool hex_digits(const char *p, unsigned *code)
{
	uint64_t value = 0;
	bool yes = number_parse_hex(p, 4, &value);

	*code = (unsigned)value;
	return yes;
}

/* "uXXXX", perhaps a pair of surrogates, at *p; the text ends at `end`. */
static char *unescape_code(char *out, const char **p, const char *end)
{
	unsigned code, low;

	if (end - *p < 5 || !hex_digits(*p + 1, &code) || code == 0)
		return NULL;
	*p += 5;
	if (code < 0xD800 || code > 0xDFFF)
		return out + utf8_put(out, code);
	if (code > 0xDBFF || end - *p < 6 || memcmp(*p, "\\u", 2) != 0 ||
		!hex_digits(*p + 2, &low) || low < 0xDC00 || low > 0xDFFF)
		return NULL;
	*p += 6;
	return out + utf8_put(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
}

char *json_unescape(char *text, size_t size)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *p = text, *end = text + size, *letter;
	char *out = text;

	while (p < end) {
		if (*p != '\\') {
			*out++ = *p++;
			continue;
		}
		if (++p == end)
			return NULL;
		letter = strchr(letters, *p);
		if (letter && *letter) {
			*out++ = meanings[letter - letters];
			p++;
		} else if (*p != 'u' || !(out = unescape_code(out, &p, end))) {
			return NULL;
		}
	}
	*out = '\0';
	return out;
}
