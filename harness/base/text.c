/* SPDX-License-Identifier: MIT */
#include "harness/base/text.h"

#include <string.h>

/* Continuation bytes that follow a first byte, and the smallest code point that needs them. */
static size_t sequence_tail(unsigned char first, uint32_t *smallest)
{
	if (first >= 0xC2 && first < 0xE0) {
		*smallest = 0x80;
		return 1;
	}
	if (first >= 0xE0 && first < 0xF0) {
		*smallest = 0x800;
		return 2;
	}
	*smallest = 0x10000;
	return first >= 0xF0 && first < 0xF5 ? 3 : 0;
}

size_t bd_utf8_decode(const char *text, uint32_t *code)
{
	const unsigned char *s = (const unsigned char *)text;
	uint32_t smallest;
	size_t tail;

	*code = s[0];
	if (s[0] < 0x80)
		return s[0] != 0;
	tail = sequence_tail(s[0], &smallest);
	if (!tail)
		return 0;
	*code &= 0x3Fu >> tail;
	for (size_t i = 1; i <= tail; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3Fu);
	}
	if (*code < smallest || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000))
		return 0;
	return tail + 1;
}

size_t bd_utf8_length(const char *text)
{
	uint32_t code;

	return bd_utf8_decode(text, &code);
}

static void write_escaped(FILE *out, const char *text, char doubled)
{
	while (*text) {
		unsigned char c = (unsigned char)*text;
		size_t n = bd_utf8_length(text);

		if (n == 0 || c < 0x20 || c == 0x7F) {
			fprintf(out, "\\x%02X", c);
			text++;
			continue;
		}
		if (c == '\\' || c == (unsigned char)doubled)
			putc(c, out);
		fwrite(text, 1, n, out);
		text += n;
	}
}

void bd_write_escaped(FILE *out, const char *text)
{
	write_escaped(out, text, '\\');
}

void bd_write_cell(FILE *out, const char *text)
{
	if (!text)
		return;
	putc('"', out);
	write_escaped(out, text, '"');
	putc('"', out);
}

void bd_write_json_part(FILE *out, const char *text, size_t size)
{
	const char *end = text + size;

	putc('"', out);
	while (text < end) {
		unsigned char c = (unsigned char)*text;
		size_t n = bd_utf8_length(text);

		if (n == 0) {
			fputs("\\ufffd", out);
			text++;
		} else if (c < 0x20 || c == 0x7F) {
			fprintf(out, "\\u%04x", c);
			text++;
		} else {
			if (c == '"' || c == '\\')
				putc('\\', out);
			fwrite(text, 1, n, out);
			text += n;
		}
	}
	putc('"', out);
}

void bd_write_json(FILE *out, const char *text)
{
	bd_write_json_part(out, text, strlen(text));
}

void bd_write_number(FILE *out, double value)
{
	/* Thousandths; a coarser unit if 9 digits are reached without them. */
	uint64_t unit = value < 1e6 ? 1 : value < 1e7 ? 10 : value < 1e8 ? 100 : 1000, scaled;
	unsigned rest;

	if (!(value >= 0 && value <= 1e15))
		return;
	scaled = (uint64_t)(value * 1000 / (double)unit + 0.5) * unit;
	fprintf(out, "%llu", (unsigned long long)(scaled / 1000));
	rest = (unsigned)(scaled % 1000);
	if (rest % 100 == 0 && rest)
		fprintf(out, ".%u", rest / 100);
	else if (rest % 10 == 0 && rest)
		fprintf(out, ".%02u", rest / 10);
	else if (rest)
		fprintf(out, ".%03u", rest);
}
