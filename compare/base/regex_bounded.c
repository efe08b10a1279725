/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/regex_bounded.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 100

/* The open groups of an expression: how many atoms each has so far, and its last item. */
struct measure {
	size_t atoms[DEPTH_MAX + 1], last[DEPTH_MAX + 1];
	unsigned depth;
};

static void add_item(struct measure *m, size_t atoms)
{
	m->last[m->depth] = atoms;
	m->atoms[m->depth] += atoms;
}

/* The C library writes the item that often. */
static void repeat(struct measure *m, size_t times)
{
	size_t *last = &m->last[m->depth], before = *last;

	*last = times > REGEX_ATOMS_MAX ? REGEX_ATOMS_MAX + 1 : before * times;
	m->atoms[m->depth] += *last - (before < *last ? before : *last);
}

/* Behind "[...]", whose "]" may also be its first character. */
static const char *skip_bracket(const char *p)
{
	p += p[1] == '^' ? 2 : 1;
	for (bool first = true; *p && (first || *p != ']'); first = false, p++)
		if (*p == '[' && p[1] && strchr(":.=", p[1])) {
			const char end[] = { p[1], ']', '\0' }, *close = strstr(p + 2, end);

			p = close ? close + 1 : p;
		}
	return *p ? p + 1 : p;
}

/* Behind "{M,N}". */
static const char *take_count(struct measure *m, const char *p)
{
	char *end;
	unsigned long min = strtoul(p + 1, &end, 10), max = min;

	if (*end == ',')
		max = isdigit((unsigned char)end[1]) ? strtoul(end + 1, &end, 10) : min + 1;
	repeat(m, max > 1 ? max : 1);
	return p + strcspn(p, "}") + (strchr(p, '}') != NULL);
}

static const char *take_one(struct measure *m, const char *p)
{
	switch (*p) {
	case '[':
		add_item(m, 1);
		return skip_bracket(p);
	case '(':
		m->depth++;
		m->atoms[m->depth] = m->last[m->depth] = 0;
		break;
	case ')':
		if (m->depth) {
			m->depth--;
			add_item(m, m->atoms[m->depth + 1] + 1);
		}
		break;
	case '{':
		return take_count(m, p);
	case '+':
		repeat(m, 2);
		break;
	case '\\':
		p += p[1] != '\0';
		add_item(m, 1);
		break;
	default:
		add_item(m, 1);
	}
	return p + 1;
}

static int check(const char *text, struct err *e)
{
	struct measure m = { 0 };

	for (const char *p = text; *p;) {
		if (*p == '\\' && isdigit((unsigned char)p[1]))
			return bd_err(e, "'%s' has a back-reference (\\%c); write it without",
				text, p[1]);
		if (m.depth == DEPTH_MAX)
			return bd_err(e, "'%.200s...' has more than %d groups in one another",
				text, DEPTH_MAX - 1);
		p = take_one(&m, p);
		if (m.atoms[m.depth] > REGEX_ATOMS_MAX)
			return bd_err(e,
				"'%.200s' is too large: its repetitions, written out, have "
				"more "
				"than %d characters",
				text, REGEX_ATOMS_MAX);
	}
	return 0;
}

int regex_bounded_compile(regex_t *regex, const char *text, struct err *e)
{
	char why[200];
	int code;

	if (check(text, e))
		return -1;
	code = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	if (!code)
		return 0;
	regerror(code, regex, why, sizeof(why));
	return bd_err(e, "'%s' is not an extended regular expression: %s", text, why);
}
