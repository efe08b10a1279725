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
 * A format: special() writes the character at p if the format treats it in its own way, and
 * returns whether it did; so do the texts `to` stand for the characters `from`. All other
 * characters are written alike.
 */
struct markup_rules {
	bool (*special)(FILE *out, const char *p, const char *text);
	const char *from;
	const char *const *to;
};

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

static bool special_terminal(FILE *out, const char *p, const char *start)
{
	uint32_t code;

	utf8_decode(p, &code);
	if (code == UTF8_INVALID)
		fprintf(out, "\\x%02x", (unsigned)(unsigned char)*p);
	else if (is_command(p, start))
		put_control(out, code);
	else
		return false;
	return true;
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
	else if (c && strchr("\\`*_[]|~$", c))
		fprintf(out, "\\%c", c);
	else
		return false;
	return true;
}

static bool special_none(FILE *out, const char *p, const char *start)
{
	(void)start;
	/* json_dumps() escapes these. */
	if ((unsigned char)*p >= 0x20 && *p != 0x7f)
		return false;
	fputc(*p, out);
	return true;
}

static const char *const quote[] = { "\"\"" };
static const char *const entities[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&#10;" };
static const char *const percents[] = { "%25", "%0D", "%0A", "%3A", "%2C" };

static const struct markup_rules markups[] = {
	[MARKUP_TERMINAL] = { special_terminal, NULL, NULL },
	[MARKUP_MARKDOWN] = { special_markdown, "<>&", entities },
	[MARKUP_UTF8] = { special_none, NULL, NULL },
	[MARKUP_CSV] = { NULL, "\"", quote },
	/* A message may have lines. */
	[MARKUP_XML] = { NULL, "<>&\"\n", entities },
	[MARKUP_GITHUB] = { NULL, "%\r\n", percents },
	[MARKUP_GITHUB_PROPERTY] = { NULL, "%\r\n:,", percents },
};

void markup_put(FILE *out, enum markup format, const char *text)
{
	const struct markup_rules *rules = &markups[format];
	const char *start = text, *at;
	uint32_t code;

	for (size_t length; *text; text += length) {
		length = utf8_decode(text, &code);
		at = rules->from ? strchr(rules->from, *text) : NULL;
		if (at)
			fputs(rules->to[at - rules->from], out);
		else if (rules->special && rules->special(out, text, start))
			;
		else if (code == UTF8_INVALID)
			fputs(REPLACEMENT, out);
		else if (markup_is_control(code))
			put_control(out, code);
		else
			fwrite(text, 1, length, out);
	}
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

/* In fresh memory. */
static char *written_text(const char *text, enum markup format)
{
	char *copy = NULL;
	size_t size = 0;
	FILE *out;

	if (is_harmless(text))
		return memory_text(text);
	out = open_memstream(&copy, &size);
	if (!out)
		memory_fatal("open_memstream");
	markup_put(out, format, text);
	if (fclose(out) != 0)
		memory_fatal("open_memstream");
	return copy;
}

char *markup_utf8(const char *text)
{
	return written_text(text, MARKUP_UTF8);
}

char *terminal_clean(const char *text)
{
	return written_text(text, MARKUP_TERMINAL);
}
