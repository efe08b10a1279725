/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/join.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/variant.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct pass {
	struct join *join;
	/* Benchmark -> position in join->items; NULL while both logs have the same order, as
	 * nearly all logs of the same suites do. */
	struct table *table;
	size_t next; /* where the next benchmark stands in join->items if the order is the same
		      */
	bool one_build; /* so no benchmark comes twice */
	const struct join_options *options;
	struct string_list displaced; /* suites left out */
	struct string_list builds;    /* builds left out */
	bool is_old;
};

static bool is_mapped(const char *map, const char *suite, bool is_old)
{
	size_t size = strcspn(map, "=");

	return is_old ? strlen(suite) == size && strncmp(map, suite, size) == 0
		      : map[size] && strcmp(map + size + 1, suite) == 0;
}

/* The first "OLD=NEW" that has the suite on this side, or NULL. */
static const char *find_map(const struct join_options *options, const char *suite, bool is_old)
{
	for (size_t i = 0; options->maps && i < options->maps->count; i++)
		if (is_mapped(options->maps->items[i], suite, is_old))
			return options->maps->items[i];
	return NULL;
}

/* The log must have the suite of that side, and no earlier map may name it. */
static int check_side(const struct log *log, const struct join_options *options,
	const char *map, bool is_old, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *text = NULL;
	const char *suite = NULL;

	for (size_t i = 0; i < log->benchmark_count && !suite; i++)
		if (is_mapped(map, log->benchmarks[i].suite, is_old))
			suite = log->benchmarks[i].suite;
		else if (names.count < 20)
			string_list_add_once(&names, log->benchmarks[i].suite);
	if (suite && find_map(options, suite, is_old) == map)
		return 0;
	if (suite)
		return bd_err(e,
			"--map-suite %s: one of these suites is mapped already; name each "
			"suite once a side",
			map);
	text = string_list_join(&names, ", ");
	return bd_err(e, "--map-suite %s: the suites of %s are %s", map, log->path, text);
}

static int check_maps(const struct log *old, const struct log *new,
	const struct join_options *options, struct err *e)
{
	for (size_t i = 0; options->maps && i < options->maps->count; i++) {
		const char *map = options->maps->items[i], *equals = strchr(map, '=');

		if (!equals || equals == map || !equals[1])
			return bd_err(e,
				"--map-suite %s: give it as OLD=NEW, as in "
				"classic_O0=classic_O2",
				map);
		if (check_side(old, options, map, true, e) ||
			check_side(new, options, map, false, e))
			return -1;
	}
	return 0;
}

/* The suite's name in the new log, or NULL where the map leaves no place for it. */
static const char *mapped_suite(const struct pass *pass, const char *suite)
{
	const char *map = find_map(pass->options, suite, pass->is_old);

	if (map)
		return strchr(map, '=') + 1;
	return find_map(pass->options, suite, !pass->is_old) ? NULL : suite;
}

static void add_key(struct pass *pass, size_t place)
{
	const struct joined *item = &pass->join->items[place];

	table_add_benchmark(pass->table, item->suite, item->name, NULL, place, NULL);
}

static bool is_named(const struct joined *item, const char *suite, const char *name)
{
	return strcmp(item->name, name) == 0 && strcmp(item->suite, suite) == 0;
}

static struct joined *add_item(struct pass *pass, const char *suite, const char *name)
{
	struct join *join = pass->join;

	*ARRAY_ADD(join->items, join->count, join->capacity) =
		(struct joined){ .suite = suite, .name = name };
	if (pass->table)
		add_key(pass, join->count - 1);
	return &join->items[join->count - 1];
}

/* It is added where there is none. */
static struct joined *item_of(struct pass *pass, const char *suite, const char *name)
{
	struct join *join = pass->join;
	size_t *place;

	if (!pass->is_old && pass->one_build)
		return add_item(pass, suite, name);
	if (pass->next < join->count && is_named(&join->items[pass->next], suite, name))
		return &join->items[pass->next++];
	if (!pass->table) {
		pass->table = table_new();
		for (size_t i = 0; i < join->count; i++)
			add_key(pass, i);
	}
	place = table_find_benchmark(pass->table, suite, name, NULL);
	if (!place)
		return add_item(pass, suite, name);
	pass->next = *place + 1;
	return &join->items[*place];
}

static void join_benchmark(
	struct pass *pass, const struct log_benchmark *benchmark, const char *suite)
{
	struct joined *item = item_of(pass, suite, benchmark->name);
	const struct log_benchmark **side = pass->is_old ? &item->old : &item->new;

	if (*side)
		string_list_add_once(&pass->builds, benchmark->build);
	else
		*side = benchmark;
}

static bool has_one_build(const struct log *log)
{
	for (size_t i = 1; i < log->benchmark_count; i++)
		if (strcmp(log->benchmarks[i].build, log->benchmarks[0].build) != 0)
			return false;
	return true;
}

static void add_log(struct pass *pass, const struct log *log)
{
	pass->next = 0;
	pass->one_build = has_one_build(log);
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *benchmark = &log->benchmarks[i];
		const char *suite = mapped_suite(pass, benchmark->suite);

		if (!suite) {
			string_list_add_once(&pass->displaced, benchmark->suite);
			continue;
		}
		join_benchmark(pass, benchmark, suite);
	}
}

static void note_left_out(struct pass *pass)
{
	const char *side = pass->is_old ? "old" : "new";
	AUTO_FREE char *suites = string_list_finish(&pass->displaced, ", ");
	AUTO_FREE char *builds = string_list_finish(&pass->builds, ", ");

	if (*suites)
		string_list_addf(&pass->join->notes,
			"Not compared, because --map-suite leaves no suite to compare with: %s "
			"of the %s log.",
			suites, side);
	if (*builds)
		string_list_addf(&pass->join->notes,
			"The %s log holds several builds; only its first is compared, not %s.",
			side, builds);
}

/* Benchmarks of the old log alone by suite and base name, each with the next one of its name.
 */
static struct table *index_variants(const struct join *join, size_t *next)
{
	struct table *table = table_new();

	for (size_t i = 0; i < join->count; i++) {
		const struct joined *item = &join->items[i];
		size_t *first;
		int added;

		next[i] = SIZE_MAX;
		if (item->new || !*item->old->variant)
			continue;
		first = table_add_benchmark(
			table, item->suite, item->old->base, NULL, i, &added);
		next[i] = added ? SIZE_MAX : *first;
		*first = i;
	}
	return table;
}

/* The one that is this benchmark of the new log alone, whose file may hold more variants of it,
 * or fewer. NULL: none, or several. */
static struct joined *find_variant(struct join *join, const struct table *table,
	const size_t *next, const struct joined *only_new)
{
	const size_t *first =
		table_find_benchmark(table, only_new->suite, only_new->new->base, NULL);
	struct joined *found = NULL;

	for (size_t i = first ? *first : SIZE_MAX; i != SIZE_MAX; i = next[i]) {
		struct joined *item = &join->items[i];

		if (!item->old || !variant_is_same(item->old, only_new->new))
			continue;
		if (found)
			return NULL;
		found = item;
	}
	return found;
}

static void join_variants(struct join *join)
{
	AUTO_FREE size_t *next = memory_zeroed(join->count + 1, sizeof(*next));
	AUTO_TABLE struct table *table = index_variants(join, next);

	for (size_t i = 0; table_count(table) && i < join->count; i++) {
		struct joined *item = &join->items[i], *old;

		if (item->old || !item->new || !*item->new->variant)
			continue;
		old = find_variant(join, table, next, item);
		item->old = old ? old->old : NULL;
		if (old)
			old->old = NULL;
	}
}

/* What both logs hold is counted before. */
static void select_wanted(struct join *join, const struct join_options *options)
{
	size_t kept = 0;

	for (size_t i = 0; i < join->count; i++) {
		const struct joined *one = &join->items[i];

		join->common += one->old && one->new;
		if (!one->old && !one->new)
			continue; /* joined with a variant of the other log */
		if (!options->wanted || options->wanted(one->suite, one->name, options->ctx))
			join->items[kept++] = *one;
	}
	join->count = kept;
}

int join_logs(struct join *join, const struct log *old, const struct log *new,
	const struct join_options *options, struct err *e)
{
	struct pass pass = { .join = join, .options = options };

	if (log_need_rows(old, e) || log_need_rows(new, e) || check_maps(old, new, options, e))
		return -1;
	add_log(&pass, new);
	note_left_out(&pass);
	pass.is_old = true;
	add_log(&pass, old);
	note_left_out(&pass);
	table_free(pass.table);
	join_variants(join);
	select_wanted(join, options);
	if (join->count == 0)
		return bd_err(e, "no benchmark of %s and %s is selected", old->path, new->path);
	return 0;
}

void join_release(struct join *join)
{
	free(join->items);
	string_list_release(&join->notes);
	memset(join, 0, sizeof(*join));
}

/* Longer names would take the table's room; a name may have 64 bytes. */
#define WIDTH_MAX 24

static bool is_short_word(const char *name)
{
	size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-.+");

	return size > 0 && size <= WIDTH_MAX && !name[size] && strcmp(name, "old") != 0 &&
	       strcmp(name, "new") != 0;
}

/* NULL where the log has several builds, or none that is named. */
static const char *build_of(const struct log *log)
{
	const char *build = log->benchmark_count ? log->benchmarks[0].build : "";

	return has_one_build(log) && is_short_word(build) ? build : NULL;
}

struct side_names side_names_of(const struct log *old, const struct log *new)
{
	const char *then = build_of(old), *now = build_of(new);

	if (!then || !now || strcmp(then, now) == 0)
		return (struct side_names){ "old", "new" };
	return (struct side_names){ then, now };
}
