/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/iso_time.h"

static void test_dates(void **state)
{
	(void)state;
	assert_int_equal(facts_date_in("bench-2026-01-31.json"), iso_time("2026-01-31"));
	assert_int_equal(facts_date_in("20260131.json"), iso_time("2026-01-31"));
	assert_int_equal(
		facts_date_in("0001_a_20260131_020304.json"), iso_time("2026-01-31T02:03:04Z"));
	assert_int_equal(
		facts_date_in("2026-01-31T02:03:04Z.json"), iso_time("2026-01-31T02:03:04Z"));
	assert_int_equal(facts_date_in("2026-01-31-2.json"), iso_time("2026-01-31"));
	assert_int_equal(facts_date_in("v1.2.json"), -1);
	assert_int_equal(facts_date_in("12026-01-31"), -1);
	assert_int_equal(facts_date_in("2026-13-31"), -1);
	assert_int_equal(facts_date_in("0001-01-31"), -1);
	assert_int_equal(facts_date_in(""), -1);
}

static void is_commit(const char *name, const char *commit)
{
	char *found = facts_commit_in(name);

	if (commit)
		assert_string_equal(found, commit);
	else
		assert_null(found);
	free(found);
}

static void test_commits(void **state)
{
	(void)state;
	is_commit("bench-71ac03f.json", "71ac03f");
	is_commit("20260131_abcdef1_0123456789abcdef0123456789abcdef01234567.json",
		"0123456789abcdef0123456789abcdef01234567");
	is_commit("71AC03F", "71AC03F");
	is_commit("20260131.json", NULL);
	is_commit("abcdefg.json", NULL);
	is_commit("xabcdef12.json", NULL);
	is_commit("71ac03.json", NULL);
	is_commit("", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dates),
		cmocka_unit_test(test_commits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
