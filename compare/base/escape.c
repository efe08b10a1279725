/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/escape.h"

#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "harness/base/text.h"

#include <stdint.h>
#include <string.h>

bool text_is_utf8(const char *text, size_t size)
{
	for (size_t i = 0, n; i < size; i += n) {
		n = (signed char)text[i] >= 0 ? 1 : bd_utf8_length(text + i);
		if (!n || n > size - i)
			return false;
	}
	return true;
}

/* Bytes that the escape at text takes, its character in *c; 0 where it is none. */
static size_t escape_at(const char *text, size_t size, char *c)
{
	uint64_t value;

	if (size >= 2 && text[0] == '\\' && text[1] == '\\') {
		*c = '\\';
		return 2;
	}
	if (size < 4 || text[0] != '\\' || text[1] != 'x' ||
		!number_parse_hex(text + 2, 2, &value))
		return 0;
	*c = (char)value;
	return value > 0 && value < 0x80 ? 4 : 0;
}

size_t text_unescape(char *text, size_t size)
{
	size_t out = 0, n;
	char c;

	if (!memchr(text, '\\', size))
		return size;
	for (size_t i = 0; i < size; i += n) {
		n = escape_at(text + i, size - i, &c);
		if (!n) {
			n = 1;
			c = text[i];
		}
		text[out++] = c;
	}
	text[out] = '\0';
	return out;
}

size_t text_escape(char *out, const char *text, enum escape kind)
{
	static const char digits[] = "0123456789abcdef";
	size_t size = strlen(text);
	char *p = out;

	for (size_t i = 0, n; i < size; i += n) {
		unsigned char c = (unsigned char)text[i];

		n = bd_utf8_length(text + i);
		if (!n || c < 0x20 || c == 0x7F || (c == ':' && kind == ESCAPE_KEY)) {
			n = 1;
			*p++ = '\\';
			*p++ = 'x';
			*p++ = digits[c >> 4];
			*p++ = digits[c & 15];
			continue;
		}
		if ((c == '"' && kind == ESCAPE_CELL) || c == '\\')
			*p++ = (char)c;
		memcpy(p, text + i, n);
		p += n;
	}
	return (size_t)(p - out);
}

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
