/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/list.h"
#include "harness/registry.h"

static void run(struct bd *b, uint64_t n)
{
	bd_result(b, n);
}

static const struct bd_benchmark first = {
	.name = "First", .run = run, .file = "a.c", .line = 90, .tags = "one, two,,three"
};

static void test_json_survives_hostile_names(void **state)
{
	static const char name[] = "a\"b\\c\n\x01\xff\xe2\x82\xac/<,";
	static const struct bd_benchmark hostile = {
		.name = name, .run = run, .file = "dir\\x.c", .line = 1, .tags = "q\"q"
	};
	static const struct bd_build build = { "GNU \"1\"", "-O2 -DX=\"y\"", 1, 0, 1, 0 };
	const struct bd_benchmark *const all[] = { &hostile, &first };
	struct bd_registry r = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	json_t *root, *suite, *one;
	struct err e;

	(void)state;
	assert_int_equal(bd_registry_init(&r, all, all + 2, &e), 0);
	bd_list_json(out, &r, &build);
	fclose(out);
	root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(root);
	assert_string_equal(
		json_string_value(json_object_get(root, "schema")), "bdriver-list-1");
	suite = json_array_get(json_object_get(root, "suites"), 0);
	assert_string_equal(json_string_value(json_object_get(suite, "name")), "list_test");
	one = json_object_get(suite, "build");
	assert_string_equal(json_string_value(json_object_get(one, "flags")), build.flags);
	assert_true(json_is_true(json_object_get(one, "optimized")));
	assert_true(json_is_false(json_object_get(one, "sanitized")));
	one = json_array_get(json_object_get(suite, "benchmarks"), 1);
	assert_string_equal(json_string_value(json_object_get(one, "name")),
		"a\"b\\c\n\x01\xef\xbf\xbd\xe2\x82\xac/<,");
	assert_string_equal(json_string_value(json_object_get(one, "file")), "dir\\x.c");
	one = json_array_get(json_object_get(suite, "benchmarks"), 0);
	assert_int_equal(json_array_size(json_object_get(one, "tags")), 3);
	assert_int_equal(json_integer_value(json_object_get(one, "line")), 90);
	json_decref(root);
	free(text);
	bd_registry_release(&r);
}

/* A tag is written whole, however long. */
static void test_long_tags(void **state)
{
	char tags[600], *text = NULL;
	const struct bd_benchmark tagged = {
		.name = "A", .run = run, .file = "a.c", .line = 1, .tags = tags
	};
	const struct bd_benchmark *const all[] = { &tagged };
	static const struct bd_build build = { "", "", 1, 0, 0, 0 };
	struct bd_registry r = { 0 };
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	json_t *root, *array;
	struct err e;

	(void)state;
	memset(tags, 'x', 300);
	snprintf(tags + 300, sizeof(tags) - 300, ",%0126d\xc3\xa4, last", 7);
	assert_int_equal(bd_registry_init(&r, all, all + 1, &e), 0);
	bd_list_json(out, &r, &build);
	fclose(out);
	root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(root);
	array = json_object_get(
		json_array_get(
			json_object_get(json_array_get(json_object_get(root, "suites"), 0),
				"benchmarks"),
			0),
		"tags");
	assert_int_equal(json_array_size(array), 3);
	assert_int_equal(json_string_length(json_array_get(array, 0)), 300);
	assert_int_equal(json_string_length(json_array_get(array, 1)), 128);
	assert_string_equal(json_string_value(json_array_get(array, 2)), "last");
	json_decref(root);
	free(text);
	bd_registry_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json_survives_hostile_names),
		cmocka_unit_test(test_long_tags),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
