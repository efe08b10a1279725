/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/where.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/base/string_list.h"
#include "compare/print/format.h"
#include "driver/base/cut_number.h"

/* Of an output, in an error. */
#define SHOWN      80
#define KEYS_SHOWN 8

int where_check(const char *where, struct err *e)
{
	struct regex *regex;

	if (*where == '/')
		return 0;
	regex = strchr(where, '(') ? regex_new_with_groups(where, e) : NULL;
	if (!regex && !strchr(where, '('))
		bd_err(e,
			"'%.100s' is neither a JSON pointer (/results/0/time) nor a regular "
			"expression with a group (time: ([0-9.]+))",
			where);
	regex_free(regex);
	return regex ? 0 : -1;
}

/* "~1" is a slash and "~0" a tilde. */
static char *token_of(const char *rest)
{
	char *token = memory_format("%.*s", (int)strcspn(rest, "/"), rest), *out = token;

	for (const char *in = token; *in; in++) {
		bool escape = *in == '~' && (in[1] == '0' || in[1] == '1');

		*out++ = escape ? "~/"[*++in - '0'] : *in;
	}
	*out = '\0';
	return token;
}

static char *content_of(json_t *at)
{
	struct string_list keys = { 0 };
	AUTO_FREE char *all = NULL;
	const char *key;
	json_t *value;

	if (json_is_array(at))
		return memory_format("a list of %zu", json_array_size(at));
	if (!json_is_object(at))
		return memory_text(json_is_null(at)      ? "null"
				   : json_is_boolean(at) ? "true or false"
				   : json_is_number(at)  ? "a number"
							 : "a text");
	json_object_foreach(at, key, value)
		if (keys.count < KEYS_SHOWN)
			string_list_add(&keys, key);
	all = string_list_finish(&keys, ", ");
	return memory_format("an object with the keys %.200s%s", all,
		json_object_size(at) > KEYS_SHOWN ? ", ..." : "");
}

static json_t *child_of(json_t *at, const char *token)
{
	if (json_is_object(at))
		return json_object_get(at, token);
	return *token && strspn(token, "0123456789") == strlen(token)
		       ? json_array_get(at, strtoul(token, NULL, 10))
		       : NULL;
}

static int take_value(json_t *at, struct string_list *found)
{
	if (json_is_string(at))
		string_list_add(found, json_string_value(at));
	else if (json_is_number(at))
		string_list_addf(found, "%.17g", json_number_value(at));
	else
		return -1;
	return 0;
}

/* rest: what is left of the pointer. */
static int follow(json_t *at, const char *where, const char *rest, struct string_list *found,
	struct err *e)
{
	bool all = !strcmp(rest, "/*") || !strncmp(rest, "/*/", 3);
	AUTO_FREE char *token = token_of(*rest ? rest + 1 : rest);
	const char *behind = rest + (*rest ? 1 + strcspn(rest + 1, "/") : 0), *key;
	json_t *child = *rest && !all ? child_of(at, token) : NULL;
	AUTO_FREE char *content = NULL;
	int result = 0;
	size_t i;

	if (child)
		return follow(child, where, behind, found, e);
	if (!*rest && !take_value(at, found))
		return 0;
	if (!all || (!json_is_array(at) && !json_is_object(at))) {
		content = content_of(at);
		return bd_err(e, "the output has no value at %.100s: %s%.*s is %s", where,
			rest == where ? "it" : "", (int)(rest - where), where, content);
	}
	json_array_foreach(at, i, child)
		if (!result)
			result = follow(child, where, behind, found, e);
	json_object_foreach(at, key, child)
		if (!result)
			result = follow(child, where, behind, found, e);
	return result;
}

/* The beginning of an output, in one line. */
static char *beginning(const char *text, size_t size)
{
	size_t end = size < SHOWN ? size : SHOWN;
	char *shown;

	/* Not within a character of UTF-8. */
	while (end && end < size && ((unsigned char)text[end] & 0xC0) == 0x80)
		end--;
	shown = memory_format("%.*s", (int)end, text);

	for (char *p = shown; *p; p++)
		if ((unsigned char)*p < ' ')
			*p = ' ';
	return shown;
}

static int find_by_pointer(const char *where, const char *text, size_t size,
	struct string_list *found, struct err *e)
{
	json_error_t why = { .line = 1, .text = "it has a NUL byte" };
	/* jansson skips one behind a number. */
	json_auto_t *root =
		memchr(text, '\0', size) ? NULL : json_loadb(text, size, JSON_DECODE_ANY, &why);
	AUTO_FREE char *shown = beginning(text, size);

	if (!root)
		return bd_err(e, "the output is not JSON: line %d: %.80s; it begins with '%s'",
			why.line, why.text, shown);
	return follow(root, where, where, found, e);
}

/* What is searched, and a copy to try changes in: made once, freed by the caller. */
struct searched {
	const char *text;
	size_t size;
	char *copy;
};

/* The same match, whatever stands beside it? Then the expression does not say where the number
 * ends. */
static bool says_no_end(struct searched *s, const struct regex *regex, size_t at,
	const struct cut *cut, const char *found)
{
	const char *start;
	size_t length;
	bool same;

	if (!s->copy) {
		s->copy = memory_zeroed(s->size + 1, 1);
		memcpy(s->copy, s->text, s->size);
	}
	memset(s->copy + cut->beside, 1, cut->beside_size);
	same = regex_next(regex, s->copy, s->size, &at, &start, &length) &&
	       start - s->copy == found - s->text;
	memcpy(s->copy + cut->beside, s->text + cut->beside, cut->beside_size);
	return same;
}

/* With what stands beside it, up to blanks. */
static int refuse_part(
	const char *text, size_t size, size_t start, size_t length, struct err *e)
{
	size_t from = start, end = start + length;

	while (from && !isspace((unsigned char)text[from - 1]) && start - from < SHOWN / 2)
		from--;
	while (end < size && !isspace((unsigned char)text[end]) && end - start < SHOWN)
		end++;
	return bd_err(e,
		"'%.*s' is only a part of the number in '%.*s'; write what stands beside the "
		"number into the expression, as in ' ([0-9.]+) s'",
		(int)length, text + start, (int)(end - from), text + from);
}

static int find_by_regex(const char *where, const char *text, size_t size, bool numbers,
	struct string_list *found, struct err *e)
{
	struct regex *regex = regex_new_with_groups(where, e);
	size_t at = 0, before = 0, length;
	int result = regex ? 0 : -1;
	struct searched searched = { text, size, NULL };
	const char *start;

	for (; !result && regex_next(regex, text, size, &at, &start, &length); before = at) {
		size_t from = (size_t)(start - text);
		struct cut cut = { NUMBER_WHOLE, 0, 0 };

		if (numbers)
			cut = cut_number(text, size, from, length);
		if (cut.kind == NUMBER_CUT ||
			(cut.kind == NUMBER_PARTED &&
				says_no_end(&searched, regex, before, &cut, start)))
			result = refuse_part(text, size, from, length, e);
		else
			string_list_addf(found, "%.*s", (int)length, start);
	}
	regex_free(regex);
	free(searched.copy);
	return result;
}

int where_find(const char *where, const char *text, size_t size, bool numbers,
	struct string_list *found, struct err *e)
{
	AUTO_FREE char *shown = beginning(text, size);
	int result;

	if (!size)
		return bd_err(e, "it printed nothing");
	result = *where == '/' ? find_by_pointer(where, text, size, found, e)
			       : find_by_regex(where, text, size, numbers, found, e);
	if (!result && !found->count)
		result = bd_err(e, "nothing in the output matches %.100s; it begins with '%s'",
			where, shown);
	return result;
}

static void add_name(FILE *out, const char *name, bool pointer)
{
	if (!pointer)
		fprintf(out, "\\Q%s\\E", name);
	for (; pointer && *name; name++)
		if (*name == '~' || *name == '/')
			fputs(*name == '~' ? "~0" : "~1", out);
		else
			fputc(*name, out);
}

char *where_fill(const char *where, const char *name)
{
	char *filled = NULL;
	size_t size;
	FILE *out = open_memstream(&filled, &size);
	const char *at;

	if (!out)
		memory_fatal("a text");
	for (bool pointer = *where == '/'; (at = strstr(where, "{name}")); where = at + 6) {
		fwrite(where, 1, (size_t)(at - where), out);
		add_name(out, name, pointer);
	}
	fputs(where, out);
	fclose(out);
	return filled;
}

char *where_exact(const char *const *names, size_t count)
{
	size_t size = sizeof("^$") + 1;
	char *filter, *out;

	for (size_t i = 0; i < count; i++)
		size += 2 * strlen(names[i]) + 1;
	out = filter = memory_zeroed(size, 1);
	*out++ = '^';
	for (size_t i = 0; i < count; i++) {
		if (count > 1)
			*out++ = i ? '|' : '(';
		for (const char *name = names[i]; *name; name++) {
			if (strchr("\\^$.|?*+()[{", *name))
				*out++ = '\\';
			*out++ = *name;
		}
	}
	if (count > 1)
		*out++ = ')';
	*out = '$';
	return filter;
}

double where_unit_ns(const char *unit)
{
	return strcmp(unit, "1/s") ? time_unit_ns(unit) : -1;
}
