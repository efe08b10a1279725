/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/parts/merge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_slow_node(void **state)
{
	static const char *const nodes[] = { "n2", "n1", "n3", "n1", "n2", "n3", "n4" };
	static const double times[] = { 1010, 1000, 1300, 1004, 1000, 1200, 990 };
	struct node_health h;

	(void)state;
	node_health_of(&h, nodes, times, 7);
	assert_int_equal(h.off.count, 1);
	assert_string_equal(h.off.items[0], "n3");
	assert_non_null(strstr(h.what.items[0], "25 % longer"));
	node_health_release(&h);
}

/* A fast one is off as well; what differs by little or on all nodes is not. */
static void test_others(void **state)
{
	static const char *const nodes[] = { "a", "b", "c", "d" };
	static const double fast[] = { 1000, 1001, 800, 1002 };
	static const double close[] = { 1000, 1001, 1002, 1040 };
	static const double wild[] = { 1000, 1200, 1400, 1600 };
	static const double two[] = { 1000, 2000 };
	struct node_health h;

	(void)state;
	node_health_of(&h, nodes, fast, 4);
	assert_int_equal(h.off.count, 1);
	assert_non_null(strstr(h.what.items[0], "less"));
	node_health_release(&h);
	node_health_of(&h, nodes, close, 4);
	assert_int_equal(h.off.count, 0);
	node_health_release(&h);
	node_health_of(&h, nodes, wild, 4);
	assert_int_equal(h.off.count, 0);
	node_health_release(&h);
	node_health_of(&h, nodes, two, 2);
	assert_int_equal(h.off.count, 0);
	node_health_release(&h);
	node_health_of(&h, nodes, two, 0);
	assert_int_equal(h.off.count, 0);
	node_health_release(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slow_node),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
