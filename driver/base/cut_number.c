/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/cut_number.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "compare/base/memory.h"

/* A thousand is written with 3 digits behind its separator. */
#define THOUSAND 3

struct text {
	const char *bytes;
	size_t size;
};

/* NUL beyond either end. */
static char at(const struct text *t, size_t i)
{
	return i < t->size ? t->bytes[i] : '\0';
}

static bool digit(const struct text *t, size_t i)
{
	return isdigit((unsigned char)at(t, i));
}

/* What stands between digits of one number: decimal points, separators of thousands, and parts
 * of a time as 1:02.5 or 1m2.5s. Those beyond ASCII are spaces that do not break. */
static const char *const separators[] = { ".", ",", "'", "_", ":", "d", "h", "m", "\u00a0",
	"\u2009", "\u202f" };

/* Its size if one begins (ends: it ends) there, else 0. */
static size_t separator(const struct text *t, size_t i, bool ends)
{
	for (size_t k = 0; k < ARRAY_SIZE(separators); k++) {
		size_t n = strlen(separators[k]), from = ends ? i - n : i;

		if ((!ends || i >= n) && from + n <= t->size &&
			!memcmp(t->bytes + from, separators[k], n))
			return n;
	}
	return 0;
}

/* Digits in front of the point, and behind it; -1: there is no point. */
struct parts {
	size_t whole;
	long behind;
	bool leads_zero;
};

static struct parts parts_of(const struct text *t, size_t from)
{
	struct parts p = { .behind = -1, .leads_zero = at(t, from) == '0' };

	for (size_t i = from; digit(t, i) || at(t, i) == '.'; i++) {
		if (at(t, i) == '.')
			p.behind = 0;
		else if (p.behind >= 0)
			p.behind++;
		else
			p.whole++;
	}
	return p;
}

/* Are the numbers around the comma one, or two columns? */
static bool one_number(const struct text *t, size_t comma)
{
	struct parts right = parts_of(t, comma + 1), left;
	size_t from = comma;

	while (from && (digit(t, from - 1) || at(t, from - 1) == '.'))
		from--;
	left = parts_of(t, from);
	if (right.behind >= 0)
		return left.behind < 0 && left.whole <= THOUSAND && right.whole == THOUSAND;
	return left.behind < 0 ||
	       (left.behind == THOUSAND && left.whole <= THOUSAND && !left.leads_zero);
}

static bool exponent(const struct text *t, size_t i)
{
	return tolower(at(t, i)) == 'e';
}

static bool sign(const struct text *t, size_t i)
{
	return at(t, i) == '-' || at(t, i) == '+';
}

static struct cut at_end(const struct text *t, size_t start, size_t end)
{
	size_t n = separator(t, end, false);

	if (digit(t, end) || (exponent(t, end) && digit(t, end + 1 + sign(t, end + 1))) ||
		(end == start + 1 && at(t, start) == '0' && tolower(at(t, end)) == 'x' &&
			isxdigit((unsigned char)at(t, end + 1))))
		return (struct cut){ NUMBER_CUT, 0, 0 };
	if (!n || !digit(t, end + n) || (at(t, end) == ',' && !one_number(t, end)))
		return (struct cut){ NUMBER_WHOLE, 0, 0 };
	return (struct cut){ NUMBER_PARTED, end, n };
}

/* A sign that no word, list or range has in front of it; "." of a number without a zero. */
static bool opens(const struct text *t, size_t i)
{
	char before = i ? at(t, i - 1) : ' ';

	return (at(t, i) == '-' || at(t, i) == '.') && !isalnum((unsigned char)before) &&
	       !strchr(at(t, i) == '.' ? ")]_." : ")]_.-", before);
}

static struct cut at_start(const struct text *t, size_t start)
{
	size_t n = separator(t, start, true), last = start - 1;
	size_t power = last - sign(t, last);

	if (digit(t, last) || (exponent(t, power) && digit(t, power - 1)))
		return (struct cut){ NUMBER_CUT, 0, 0 };
	if (n && digit(t, start - n - 1)) {
		if (at(t, last) != ',' || one_number(t, last))
			return (struct cut){ NUMBER_PARTED, start - n, n };
	} else if (opens(t, last)) {
		return (struct cut){ NUMBER_PARTED, last, 1 };
	}
	return (struct cut){ NUMBER_WHOLE, 0, 0 };
}

struct cut cut_number(const char *text, size_t size, size_t start, size_t length)
{
	const struct text t = { text, size };
	struct cut cut = { NUMBER_WHOLE, 0, 0 };

	if (length && digit(&t, start + length - 1))
		cut = at_end(&t, start, start + length);
	if (length && cut.kind == NUMBER_WHOLE && start &&
		(digit(&t, start) || at(&t, start) == '.'))
		cut = at_start(&t, start);
	return cut;
}
