/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/verdict/join.h"
#include "tests/unit/support/build_log.h"

static const struct joined *find(const struct join *join, const char *suite, const char *name)
{
	for (size_t i = 0; i < join->count; i++)
		if (strcmp(join->items[i].suite, suite) == 0 &&
			strcmp(join->items[i].name, name) == 0)
			return &join->items[i];
	return NULL;
}

struct fixture {
	struct log old, new;
	struct join join;
	struct join_options options;
	struct err e;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->old = build_log("old.log", "a");
	f->new = build_log("new.log", "b");
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	join_release(&f->join);
	log_release(&f->old);
	log_release(&f->new);
	free(f);
	return 0;
}

static int join(struct fixture *f)
{
	return join_logs(&f->join, &f->old, &f->new, &f->options, &f->e);
}

static void test_by_suite_and_name(void **state)
{
	struct fixture *f = *state;

	build_benchmark(&f->old, "a", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->old, "a", "gone", 1, 10, 0, 1, 1);
	build_benchmark(&f->old, "b", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "b", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "a", "fresh", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "a", "x", 1, 10, 0, 1, 1);
	assert_int_equal(join(f), 0);
	assert_int_equal(f->join.count, 4);
	assert_ptr_equal(find(&f->join, "a", "x")->old, log_find(&f->old, "a", "x", NULL));
	assert_ptr_equal(find(&f->join, "a", "x")->new, log_find(&f->new, "a", "x", NULL));
	assert_ptr_equal(find(&f->join, "b", "x")->new, log_find(&f->new, "b", "x", NULL));
	assert_null(find(&f->join, "a", "gone")->new);
	assert_null(find(&f->join, "a", "fresh")->old);
	assert_int_equal(f->join.notes.count, 0);
}

static void test_map_suite_leaves_out_what_it_displaces(void **state)
{
	struct fixture *f = *state;
	char *items[] = { "c_O0=c_O2", NULL };
	const struct string_list maps = { .items = items, .count = 1 };

	for (int i = 0; i < 2; i++) {
		struct log *log = i ? &f->new : &f->old;

		build_benchmark(log, "c_O0", "x", 1, 20, 0, 1, 1);
		build_benchmark(log, "c_O2", "x", 1, 10, 0, 1, 1);
		build_benchmark(log, "c_Os", "x", 1, 15, 0, 1, 1);
	}
	f->options.maps = &maps;
	assert_int_equal(join(f), 0);
	assert_int_equal(f->join.count, 2);
	assert_string_equal(find(&f->join, "c_O2", "x")->old->suite, "c_O0");
	assert_string_equal(find(&f->join, "c_O2", "x")->new->suite, "c_O2");
	assert_non_null(find(&f->join, "c_Os", "x")->old);
	assert_int_equal(f->join.notes.count, 2);
	assert_non_null(strstr(f->join.notes.items[0], "c_O0 of the new log"));
	assert_non_null(strstr(f->join.notes.items[1], "c_O2 of the old log"));
}

static void test_map_suite_errors(void **state)
{
	struct fixture *f = *state;
	char *items[] = { "a=b", "a=c", "a", NULL }, *unknown[] = { "a=zzz", NULL };
	struct string_list maps = { .items = unknown, .count = 1 };

	build_benchmark(&f->old, "a", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "b", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "c", "x", 1, 10, 0, 1, 1);
	f->options.maps = &maps;
	assert_int_equal(join(f), -1);
	assert_string_equal(f->e.text, "--map-suite a=zzz: the suites of new.log are b, c");
	maps = (struct string_list){ .items = items, .count = 2 };
	assert_int_equal(join(f), -1);
	assert_non_null(strstr(f->e.text, "mapped already"));
	/* What is no pair is not read beyond its end. */
	maps = (struct string_list){ .items = &items[1], .count = 2 };
	assert_int_equal(join(f), -1);
	assert_string_equal(
		f->e.text, "--map-suite a: give it as OLD=NEW, as in classic_O0=classic_O2");
}

static bool only_y(const char *suite, const char *name, void *ctx)
{
	(void)suite;
	return strcmp(name, ctx) == 0;
}

static void test_wanted(void **state)
{
	struct fixture *f = *state;
	char y[] = "y", z[] = "z";

	build_benchmark(&f->old, "a", "x", 1, 10, 0, 1, 1);
	build_benchmark(&f->old, "a", "y", 1, 10, 0, 1, 1);
	build_benchmark(&f->new, "a", "x", 1, 10, 0, 1, 1);
	f->options.wanted = only_y;
	f->options.ctx = y;
	assert_int_equal(join(f), 0);
	assert_int_equal(f->join.count, 1);
	assert_non_null(find(&f->join, "a", "y"));
	join_release(&f->join);
	f->options.ctx = z;
	assert_int_equal(join(f), -1);
}

static void test_several_builds_and_nothing(void **state)
{
	struct fixture *f = *state;

	f->old.complete = true;
	assert_int_equal(join(f), -1);
	assert_string_equal(f->e.text, "old.log: has no row: its run measured nothing");
	log_warn(&f->old, "old.log:7: row left out: why");
	assert_int_equal(join(f), -1);
	assert_string_equal(f->e.text,
		"old.log: none of its rows can be used: old.log:7: row left out: why");
	build_benchmark(&f->old, "a", "x", 1, 10, 0, 1, 1);
	f->new.complete = false;
	assert_int_equal(join(f), -1);
	assert_string_equal(f->e.text,
		"new.log: has no row: its run was interrupted, or the file was cut short");
	log_add_benchmark(&f->new, "a", "x", "gcc");
	log_add_benchmark(&f->new, "a", "x", "clang");
	assert_int_equal(join(f), 0);
	assert_int_equal(f->join.count, 1);
	assert_string_equal(f->join.items[0].new->build, "gcc");
	assert_int_equal(f->join.notes.count, 1);
	assert_non_null(strstr(f->join.notes.items[0], "clang"));
}

/* A benchmark of another tool: "run", or what its file makes of the name. */
static void add_variant(struct log *log, const char *shown, const char *fields)
{
	struct log_benchmark *b = build_benchmark(log, "a", shown, 1, 10, 0, 1, 1);

	b->base = (char *)"run";
	b->variant = (char *)fields;
}

/* One file has one mode of it and so the plain name, the other one has two. */
static void test_variants_of_one_name(void **state)
{
	struct fixture *f = *state;

	add_variant(&f->old, "run", "\x1fmode=avgt");
	build_benchmark(&f->old, "a", "x", 1, 10, 0, 1, 1);
	add_variant(&f->new, "run:mode=ss", "\x1fmode=ss");
	add_variant(&f->new, "run:mode=avgt", "\x1fmode=avgt");
	assert_int_equal(join(f), 0);
	assert_int_equal(f->join.count, 3);
	assert_string_equal(find(&f->join, "a", "run:mode=avgt")->old->name, "run");
	assert_null(find(&f->join, "a", "run:mode=ss")->old);
	assert_null(find(&f->join, "a", "x")->new);
}

/* The sides of two logs, each with a benchmark of each build named. */
static void expect(
	const char *const then[2], const char *const now[2], const char *old, const char *new)
{
	struct log a = { 0 }, b = { 0 };
	struct side_names names;

	for (int i = 0; i < 2; i++) {
		if (then[i])
			log_add_benchmark(&a, "s", "A", then[i]);
		if (now[i])
			log_add_benchmark(&b, "s", "A", now[i]);
	}
	names = side_names_of(&a, &b);
	assert_string_equal(names.old, old);
	assert_string_equal(names.new, new);
	log_release(&a);
	log_release(&b);
}

#define ONE(name) ((const char *const[2]){ name, NULL })

static void test_names_of_builds(void **state)
{
	(void)state;
	expect(ONE("gcc-12"), ONE("clang_15.0+x"), "gcc-12", "clang_15.0+x");
	expect(ONE("b"), ONE("a"), "b", "a");
}

static void test_old_and_new(void **state)
{
	(void)state;
	expect(ONE(NULL), ONE(NULL), "old", "new");
	expect(ONE(""), ONE(""), "old", "new");
	expect(ONE("a"), ONE(""), "old", "new");
	expect(ONE("a"), ONE("a"), "old", "new");
	expect(ONE("old"), ONE("new"), "old", "new");
	/* Swapped on the command line: "old" is the side, not the build. */
	expect(ONE("new"), ONE("old"), "old", "new");
	expect(ONE("a"), ONE("old"), "old", "new");
	expect((const char *const[2]){ "a", "c" }, ONE("b"), "old", "new");
}

static void test_names_that_spoil_a_table(void **state)
{
	(void)state;
	expect(ONE("a"), ONE("\033[31m"), "old", "new");
	expect(ONE("a|b"), ONE("c"), "old", "new");
	expect(ONE("a b"), ONE("c"), "old", "new");
	expect(ONE("a"), ONE("bbbbbbbbbbbbbbbbbbbbbbbbb"), "old", "new");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_by_suite_and_name, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_map_suite_leaves_out_what_it_displaces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_map_suite_errors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_wanted, setup, teardown),
		cmocka_unit_test_setup_teardown(test_variants_of_one_name, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_several_builds_and_nothing, setup, teardown),
		cmocka_unit_test(test_names_of_builds),
		cmocka_unit_test(test_old_and_new),
		cmocka_unit_test(test_names_that_spoil_a_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
