/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_escape.h"

#include "compare/base/number.h"

#include <stdbool.h>
#include <string.h>

static bool hex_digits(const char *p, unsigned *code)
{
	uint64_t value = 0;
	bool yes = number_parse_hex(p, 4, &value);

	*code = (unsigned)value;
	return yes;
}

static char *put_utf8(char *out, unsigned code)
{
	if (code < 0x80) {
		*out++ = (char)code;
	} else if (code < 0x800) {
		*out++ = (char)(0xC0 | code >> 6);
		*out++ = (char)(0x80 | (code & 0x3F));
	} else if (code < 0x10000) {
		*out++ = (char)(0xE0 | code >> 12);
		*out++ = (char)(0x80 | (code >> 6 & 0x3F));
		*out++ = (char)(0x80 | (code & 0x3F));
	} else {
		*out++ = (char)(0xF0 | code >> 18);
		*out++ = (char)(0x80 | (code >> 12 & 0x3F));
		*out++ = (char)(0x80 | (code >> 6 & 0x3F));
		*out++ = (char)(0x80 | (code & 0x3F));
	}
	return out;
}

/* "uXXXX", perhaps a pair of surrogates, at *p; the text ends at `end`. */
static char *unescape_code(char *out, const char **p, const char *end)
{
	unsigned code, low;

	if (end - *p < 5 || !hex_digits(*p + 1, &code) || code == 0)
		return NULL;
	*p += 5;
	if (code < 0xD800 || code > 0xDFFF)
		return put_utf8(out, code);
	if (code > 0xDBFF || end - *p < 6 || memcmp(*p, "\\u", 2) != 0 ||
		!hex_digits(*p + 2, &low) || low < 0xDC00 || low > 0xDFFF)
		return NULL;
	*p += 6;
	return put_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
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
