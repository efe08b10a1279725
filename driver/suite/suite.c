/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/suite.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/table.h"
#include "driver/base/message.h"
#include "driver/base/where.h"

/* Of a list, in an error. */
#define LINE_SHOWN 80

static void benchmark_release(struct suite_benchmark *benchmark)
{
	free(benchmark->name);
	free(benchmark->file);
	free(benchmark->code);
	string_list_release(&benchmark->tags);
}

void suite_forget(struct suite *suite)
{
	for (size_t i = 0; i < suite->benchmark_count; i++)
		benchmark_release(&suite->benchmarks[i]);
	suite->benchmark_count = 0;
}

void suite_release(struct suite *suite)
{
	suite_forget(suite);
	free(suite->benchmarks);
	free(suite->name);
	free(suite->path);
	free(suite->build);
	free(suite->build_id);
	free(suite->compiler);
	free(suite->flags);
	string_list_release(&suite->left);
}

int suite_add_benchmark(struct suite *suite, const char *name, struct err *e)
{
	struct suite_benchmark *benchmark;

	if (!*name)
		return bd_err(e, "suite %s: %s lists a benchmark without a name", suite->name,
			suite->path);
	if (strlen(name) > SUITE_NAME_MAX)
		return bd_err(e,
			"suite %s: %s lists a benchmark with a name of more than %d bytes",
			suite->name, suite->path, SUITE_NAME_MAX);
	if (suite->benchmark_count >= SUITE_BENCHMARKS_MAX)
		return bd_err(e, "suite %s: %s lists more than %d benchmarks: is it a suite?",
			suite->name, suite->path, SUITE_BENCHMARKS_MAX);
	benchmark =
		ARRAY_ADD(suite->benchmarks, suite->benchmark_count, suite->benchmark_capacity);
	*benchmark = (struct suite_benchmark){ .name = memory_text(name),
		.file = memory_text(""),
		.code = memory_text(""),
		.code_bytes = -1 };
	return 0;
}

int suite_add_benchmarks(struct suite *suite, const struct string_list *names, struct err *e)
{
	AUTO_TABLE struct table *seen = table_new();
	const char *again = NULL;
	int result = 0, added;

	for (size_t i = 0; !result && i < names->count; i++) {
		table_add(seen, names->items[i], 0, &added);
		if (added)
			result = suite_add_benchmark(suite, names->items[i], e);
		again = added ? again : names->items[i];
	}
	if (!result && again)
		message_warning("suite %s: %zu of its %zu benchmarks have the name of another, "
				"as '%s': only the first of a name is measured",
			suite->name, names->count - suite->benchmark_count, names->count,
			again);
	return result;
}

int suite_add_found(struct suite *suite, const struct suite_answer *answer, const char *where,
	struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	const char *line = answer->text + strspn(answer->text, "\r\n");
	int size = (int)strcspn(line, "\r\n");

	if (where_find(where, answer->text, answer->size, false, &names, NULL))
		return bd_err(e, "suite %s: its list has no benchmark of %s; it %s%.*s",
			suite->name, suite->adapter->name, size ? "begins with " : "is empty",
			size < LINE_SHOWN ? size : LINE_SHOWN, line);
	return suite_add_benchmarks(suite, &names, e);
}

void suites_release(struct suites *suites)
{
	for (size_t i = 0; i < suites->count; i++)
		suite_release(&suites->items[i]);
	free(suites->items);
	string_list_release(&suites->missing);
	string_list_release(&suites->broken);
	string_list_release(&suites->broken_why);
	string_list_release(&suites->skipped);
	*suites = (struct suites){ 0 };
}

void suites_warn_broken(const struct suites *suites)
{
	for (size_t i = 0; suites->count && i < suites->broken.count; i++)
		message_warning("%s; it is left out", suites->broken_why.items[i]);
}

void suites_warn_skipped(const struct string_list *skipped)
{
	if (skipped->count)
		message_warning(
			"%zu file%s left out, as a list runs what is measured (%s); name such "
			"files themselves, with --suite PATH or in bdriver.ini",
			skipped->count, skipped->count == 1 ? " is" : "s are",
			skipped->items[0]);
}

/* Digits are like each other: times, counts and addresses differ in each start. */
static bool same(char a, char b)
{
	return a == b || (isdigit((unsigned char)a) && isdigit((unsigned char)b));
}

/* Are the ends of both the same, and at least half of the longer one? */
static bool similar(const char *a, const char *b)
{
	size_t m = strlen(a), n = strlen(b), less = m < n ? m : n, head = 0, tail = 0;

	while (head < less && same(a[head], b[head]))
		head++;
	while (tail < less - head && same(a[m - 1 - tail], b[n - 1 - tail]))
		tail++;
	return 2 * (head + tail) >= (m > n ? m : n);
}

/* Lines of a list, from one to before another. */
struct part {
	const struct string_list *list;
	size_t from, to;
};

/* Drops what is in `other` as well, and as often. */
static void add_rest(
	const struct part *all, const struct part *other, struct string_list *lines)
{
	AUTO_TABLE struct table *rest = table_new();

	for (size_t i = other->from; i < other->to; i++)
		++*table_add(rest, other->list->items[i], 0, NULL);
	for (size_t i = all->from; i < all->to; i++) {
		const char *line = all->list->items[i];
		size_t *count = table_find(rest, line);

		if (count && *count)
			--*count;
		else
			string_list_add(lines, line);
	}
}

void listed_lines(const char *list, const char *nothing, struct string_list *lines)
{
	AUTO(string_list_release) struct string_list all = { 0 }, other = { 0 };
	size_t first = 0, tail = 0;

	string_list_split(&all, list, "\r\n");
	string_list_split(&other, nothing, "\r\n");
	while (first < all.count && first < other.count &&
		similar(all.items[first], other.items[first]))
		first++;
	while (first + tail < all.count && first + tail < other.count &&
		similar(all.items[all.count - 1 - tail], other.items[other.count - 1 - tail]))
		tail++;
	add_rest(&(struct part){ &all, first, all.count - tail },
		&(struct part){ &other, first, other.count - tail }, lines);
}
