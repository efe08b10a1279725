/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/markup.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"

#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

bool markup_is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
	       (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2060 && code <= 0x2069) || code == 0xfeff;
}

static void put_control(FILE *out, uint32_t code)
{
	if (code == '\n')
		fputs("\\n", out);
	else if (code == '\t')
		fputs("\\t", out);
	else if (code < 0x100)
		fprintf(out, "\\x%02x", (unsigned)code);
	else
		fprintf(out, "\\u%04x", (unsigned)code);
}

/*
 * The walk of all formats: special() writes an ASCII character that the format treats in its
 * own way, and returns whether it did. All other characters are written alike.
 */
static void walk_text(FILE *out, const char *text, bool (*special)(FILE *out, char c))
{
	uint32_t code;

	while (*text) {
		size_t length = utf8_decode(text, &code);

		if (code == UTF8_INVALID)
			fputs(REPLACEMENT, out);
		else if (code < 0x80 && special(out, *text))
			;
		else if (markup_is_control(code))
			put_control(out, code);
		else
			fwrite(text, 1, length, out);
		text += length;
	}
}

void markup_terminal(FILE *out, const char *text)
{
	uint32_t code;

	while (*text) {
		size_t length = utf8_decode(text, &code);

		if (code == UTF8_INVALID)
			fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
		else if (markup_is_control(code))
			put_control(out, code);
		else
			fwrite(text, 1, length, out);
		text += length;
	}
}

static bool special_markdown(FILE *out, char c)
{
	if (c == '<' || c == '>' || c == '&')
		fputs(c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;", out);
	else if (c && strchr("\\`*_[]|~$", c))
		fprintf(out, "\\%c", c);
	else
		return false;
	return true;
}

static bool special_csv(FILE *out, char c)
{
	if (c != '"')
		return false;
	fputs("\"\"", out);
	return true;
}

static bool special_xml(FILE *out, char c)
{
	switch (c) {
	case '<':
		fputs("&lt;", out);
		return true;
	case '>':
		fputs("&gt;", out);
		return true;
	case '&':
		fputs("&amp;", out);
		return true;
	case '"':
		fputs("&quot;", out);
		return true;
	case '\n': /* a message may have lines */
		fputs("&#10;", out);
		return true;
	default:
		return false;
	}
}

static bool special_github(FILE *out, char c)
{
	if (c != '%' && c != '\r' && c != '\n')
		return false;
	fprintf(out, "%%%02X", (unsigned)(unsigned char)c);
	return true;
}

static bool special_github_property(FILE *out, char c)
{
	if (c != ':' && c != ',')
		return special_github(out, c);
	fprintf(out, "%%%02X", (unsigned)(unsigned char)c);
	return true;
}

void markup_markdown(FILE *out, const char *text)
{
	walk_text(out, text, special_markdown);
}

void markup_csv(FILE *out, const char *text)
{
	fputc('"', out);
	walk_text(out, text, special_csv);
	fputc('"', out);
}

void markup_xml(FILE *out, const char *text)
{
	walk_text(out, text, special_xml);
}

void markup_github(FILE *out, const char *text)
{
	walk_text(out, text, special_github);
}

void markup_github_property(FILE *out, const char *text)
{
	walk_text(out, text, special_github_property);
}

static bool special_none(FILE *out, char c)
{
	if ((unsigned char)c >= 0x20 && c != 0x7f)
		return false;
	fputc(c, out);
	return true;
}

static void keep_controls(FILE *out, const char *text)
{
	walk_text(out, text, special_none);
}

/* The output of `write`, in fresh memory. */
static char *written_text(const char *text, void (*write)(FILE *out, const char *text))
{
	char *copy = NULL;
	size_t size = 0;
	FILE *out;

	if (!*text)
		return memory_text("");
	out = open_memstream(&copy, &size);
	if (!out)
		memory_fatal("open_memstream");
	write(out, text);
	if (fclose(out) != 0)
		memory_fatal("open_memstream");
	return copy;
}

char *markup_utf8(const char *text)
{
	return written_text(text, keep_controls);
}

char *terminal_clean(const char *text)
{
	return written_text(text, markup_terminal);
}
