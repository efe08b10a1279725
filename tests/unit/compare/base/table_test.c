/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_add_and_find(void **state)
{
	struct table *table = table_new();
	char key[32];
	int added;

	(void)state;
	assert_null(table_find(table, "missing"));
	for (size_t i = 0; i < 10000; i++) {
		snprintf(key, sizeof(key), "key %zu", i);
		assert_int_equal(*table_add(table, key, i, &added), i);
		assert_true(added);
	}
	for (size_t i = 0; i < 10000; i++) {
		snprintf(key, sizeof(key), "key %zu", i);
		assert_int_equal(*table_find(table, key), i);
		assert_int_equal(*table_add(table, key, 7, &added), i);
		assert_false(added);
	}
	assert_int_equal(table_count(table), 10000);
	*table_find(table, "key 5") = 99;
	assert_int_equal(*table_add(table, "key 5", 0, NULL), 99);
	table_free(table);
	table_free(NULL);
}

static void append(const char *key, size_t value, void *ctx)
{
	char *text = ctx;

	sprintf(text + strlen(text), "%s=%zu ", key, value);
}

static void test_order_of_insertion(void **state)
{
	struct table *table = table_new();
	char text[64] = "";

	(void)state;
	table_add(table, "b", 1, NULL);
	table_add(table, "", 2, NULL);
	table_add(table, "a", 3, NULL);
	table_each(table, append, text);
	assert_string_equal(text, "b=1 =2 a=3 ");
	table_free(table);
}

static void test_benchmarks_as_keys(void **state)
{
	struct table *table = table_new();
	char name[2000];
	int added;

	(void)state;
	memset(name, 'x', sizeof(name) - 1); /* more than fits the space on the stack */
	name[sizeof(name) - 1] = '\0';
	table_add_benchmark(table, "s", "n", NULL, 1, &added);
	assert_true(added);
	table_add_benchmark(table, "s", "n", "", 2, &added);
	assert_true(added);
	table_add_benchmark(table, "sn", "", NULL, 3, &added);
	assert_true(added);
	table_add_benchmark(table, "s", name, "old", 4, &added);
	assert_true(added);
	assert_int_equal(*table_find_benchmark(table, "s", "n", NULL), 1);
	assert_int_equal(*table_find_benchmark(table, "s", "n", ""), 2);
	assert_int_equal(*table_find_benchmark(table, "s", name, "old"), 4);
	assert_null(table_find_benchmark(table, "s", name, "new"));
	table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_benchmarks_as_keys),
		cmocka_unit_test(test_add_and_find),
		cmocka_unit_test(test_order_of_insertion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
