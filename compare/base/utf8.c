/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/utf8.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "harness/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t utf8_decode(const char *text, uint32_t *code)
{
	size_t length = bd_utf8_decode(text, code);

	if (!length)
		*code = UTF8_INVALID;
	return length ? length : 1;
}

size_t utf8_put(char *to, uint32_t code)
{
	size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const unsigned first[] = { 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = more; i > 0; i--, code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3f));
	to[0] = (char)(first[more] | code);
	return more + 1;
}

struct code_range {
	uint32_t first, last;
};

static int within(const struct code_range *ranges, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return 1;
	return 0;
}

/* The blocks that names really use; wcwidth() would depend on the locale. */
size_t utf8_width(uint32_t code)
{
	static const struct code_range none[] = { { 0x300, 0x36f }, { 0x200b, 0x200f },
		{ 0x202a, 0x202e }, { 0x2060, 0x2064 }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
		{ 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff } };
	static const struct code_range wide[] = { { 0x1100, 0x115f }, { 0x2e80, 0x303e },
		{ 0x3041, 0xa4cf }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f },
		{ 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x1f300, 0x1f64f },
		{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd } };

	if (code < 0x300 || code == UTF8_INVALID)
		return 1;
	if (within(none, ARRAY_SIZE(none), code))
		return 0;
	return within(wide, ARRAY_SIZE(wide), code) ? 2 : 1;
}

#define MARK   0xfeffu
#define DAMAGE '\xff'

bool utf16_begins(const char *bytes, size_t size)
{
	return size >= 2 &&
	       (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

static bool is_high(uint32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

/* 0 behind the last whole one. */
static uint32_t unit_at(const char *bytes, size_t size, size_t i)
{
	const unsigned char *p = (const unsigned char *)bytes + i;
	bool big_endian = *bytes == '\xfe';

	return i + 1 < size ? (uint32_t)p[!big_endian] << 8 | p[big_endian] : 0;
}

char *utf8_of_utf16(const char *bytes, size_t size, size_t *written)
{
	/* A unit takes three bytes at most, a pair four. */
	char *text = memory_array(size / 2 + 1, 3), *p = text;

	for (size_t i = 2; i < size; i += 2) {
		uint32_t unit = unit_at(bytes, size, i), next = unit_at(bytes, size, i + 2);

		if (is_high(unit) && is_low(next)) {
			unit = 0x10000 + ((unit - 0xd800) << 10) + next - 0xdc00;
			i += 2;
		}
		if (i + 1 == size || is_high(unit) || is_low(unit))
			*p++ = DAMAGE;
		else if (unit != MARK)
			p += utf8_put(p, unit);
	}
	*p = '\0';
	*written = (size_t)(p - text);
	return text;
}

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
		return out + utf8_put(out, code);
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
