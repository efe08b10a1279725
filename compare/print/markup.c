/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/markup.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define REPLACEMENT "\xef\xbf\xbd"
/* A space without width, between two characters that would be active together. */
#define APART "&#8203;"

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
 * The walk of all formats: special() writes the ASCII character at p if the format treats it in
 * its own way, and returns whether it did. All other characters are written alike.
 */
static void walk_text(FILE *out, const char *text,
	bool (*special)(FILE *out, const char *p, const char *text))
{
	const char *start = text;
	uint32_t code;

	while (*text) {
		size_t length = utf8_decode(text, &code);

		if (code == UTF8_INVALID)
			fputs(REPLACEMENT, out);
		else if (code < 0x80 && special(out, text, start))
			;
		else if (markup_is_control(code))
			put_control(out, code);
		else
			fwrite(text, 1, length, out);
		text += length;
	}
}

/* Is a console of a CI system commanded here? GitHub takes "::error::" where a line begins, and
 * a cell may be wrapped at each blank; "##[group]", "##vso[" and "##teamcity[" anywhere. */
static bool is_command(const char *p, const char *start)
{
	if (p[0] == ':' && p[1] == ':')
		return p == start || p[-1] == ' ';
	if (p[0] != '#' || p[1] != '#')
		return false;
	for (p += 2; isalpha((unsigned char)*p); p++)
		;
	return *p == '[';
}

void markup_terminal(FILE *out, const char *text)
{
	const char *start = text;
	uint32_t code;

	while (*text) {
		size_t length = utf8_decode(text, &code);

		if (code == UTF8_INVALID)
			fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
		else if (markup_is_control(code) || is_command(text, start))
			put_control(out, code);
		else
			fwrite(text, 1, length, out);
		text += length;
	}
}

/* ":word:"; a time of day has numbers of two digits. */
static bool is_emoji(const char *p)
{
	size_t digits = strspn(p + 1, "0123456789"), size = 0;

	while (isalnum((unsigned char)p[1 + size]) ||
		(p[1 + size] && strchr("_+-", p[1 + size])))
		size++;
	return size && p[1 + size] == ':' && (digits < size || digits > 2);
}

/* Does GitHub make something active of what follows p[0]: a mention, an emoji, the number of an
 * issue, a link? */
static bool is_active(const char *p, const char *start)
{
	unsigned char next = (unsigned char)p[1];

	switch (*p) {
	case '@':
		return isalnum(next);
	case '#':
		return isdigit(next);
	case ':':
		return next == '/' || is_emoji(p);
	case '-':
		return isdigit(next) && p - start >= 2 && !strncasecmp(p - 2, "GH", 2);
	default:
		return false;
	}
}

static bool special_markdown(FILE *out, const char *p, const char *start)
{
	char c = *p;

	if (is_active(p, start))
		fprintf(out, "%c" APART, c);
	else if (c == '.' && p - start >= 3 && !strncasecmp(p - 3, "www", 3))
		fputs(APART ".", out);
	else if (c == '<' || c == '>' || c == '&')
		fputs(c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;", out);
	else if (c && strchr("\\`*_[]|~$", c))
		fprintf(out, "\\%c", c);
	else
		return false;
	return true;
}

static bool special_csv(FILE *out, const char *p, const char *start)
{
	(void)start;
	if (*p != '"')
		return false;
	fputs("\"\"", out);
	return true;
}

static bool special_xml(FILE *out, const char *p, const char *start)
{
	/* A message may have lines. */
	static const char from[] = "<>&\"\n";
	static const char *const to[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&#10;" };
	const char *at = *p ? strchr(from, *p) : NULL;

	(void)start;
	if (at)
		fputs(to[at - from], out);
	return at;
}

static bool percent(FILE *out, char c, const char *special)
{
	if (!c || !strchr(special, c))
		return false;
	fprintf(out, "%%%02X", (unsigned)(unsigned char)c);
	return true;
}

static bool special_github(FILE *out, const char *p, const char *start)
{
	(void)start;
	return percent(out, *p, "%\r\n");
}

static bool special_github_property(FILE *out, const char *p, const char *start)
{
	(void)start;
	return percent(out, *p, "%\r\n:,");
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

void markup_csv_guarded(FILE *out, const char *text)
{
	fputs(*text && strchr("=+-@\t\r", *text) ? "\"'" : "\"", out);
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

static bool special_none(FILE *out, const char *p, const char *start)
{
	char c = *p;

	(void)start;
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

/* Nearly every name: printable ASCII that begins no command of a console. A stream for each
 * would take most of the time of a large table. */
static bool is_harmless(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~' ||
			(text[0] == text[1] && (*text == ':' || *text == '#')))
			return false;
	return true;
}

char *markup_utf8(const char *text)
{
	return is_harmless(text) ? memory_text(text) : written_text(text, keep_controls);
}

char *terminal_clean(const char *text)
{
	return is_harmless(text) ? memory_text(text) : written_text(text, markup_terminal);
}
