/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/report/shown.h"

#define ROWS 40

static struct row rows[ROWS];
static struct shown shown;

static void add(struct comparison *c, enum verdict verdict, const char *suite, const char *name)
{
	c->rows = rows;
	rows[c->row_count++] =
		(struct row){ .suite = suite, .name = name, .time.verdict = verdict };
}

static void expect(size_t i, bool is_shown, size_t same, size_t family)
{
	assert_int_equal(shown.rows[i].shown, is_shown);
	assert_int_equal(shown.rows[i].same, same);
	assert_int_equal(shown.rows[i].family, family);
}

static void test_the_first_of_a_family_stands_for_all(void **state)
{
	struct report_options options = { 0 };
	struct comparison c = { 0 };

	(void)state;
	add(&c, VERDICT_REGRESSED, "s", "Table/10");
	add(&c, VERDICT_REGRESSED, "s", "Table/1");
	add(&c, VERDICT_REGRESSED, "s", "Table");
	add(&c, VERDICT_REGRESSED, "t", "Table/1");
	add(&c, VERDICT_IMPROVED, "s", "Table/100");
	add(&c, VERDICT_UNCHANGED, "s", "Table/1000");
	shown_make(&shown, &c, &options);
	expect(0, true, 2, 4);
	expect(1, false, 0, 0);
	expect(2, true, 1, 1);
	expect(3, true, 1, 1);
	expect(4, true, 1, 4);
	expect(5, false, 0, 0);
	assert_true(shown.families);
	assert_int_equal(shown.hidden[VERDICT_REGRESSED], 0);
	assert_int_equal(shown.hidden[VERDICT_UNCHANGED], 1);
	shown_release(&shown);
	options.verbose = true;
	shown_make(&shown, &c, &options);
	expect(1, true, 1, 1);
	expect(5, true, 1, 1);
	assert_false(shown.families);
	shown_release(&shown);
}

/* Whoever is left out is counted, with those for whom it would have stood. */
static void test_ten_of_a_kind(void **state)
{
	struct report_options options = { 0 };
	struct comparison c = { 0 };
	char names[13][8];

	(void)state;
	for (size_t i = 0; i < 11; i++) {
		snprintf(names[i], sizeof(names[i]), "N%zu", i);
		add(&c, VERDICT_REGRESSED, "s", names[i]);
	}
	add(&c, VERDICT_REGRESSED, "s", "Last/1");
	add(&c, VERDICT_REGRESSED, "s", "Last/2");
	shown_make(&shown, &c, &options);
	expect(9, true, 1, 1);
	expect(10, false, 0, 0);
	expect(11, false, 0, 0);
	assert_int_equal(shown.hidden[VERDICT_REGRESSED], 3);
	assert_false(shown.families);
	shown_release(&shown);
}

static void test_quiet_has_all_changes(void **state)
{
	struct report_options options = { .quiet = true };
	struct comparison c = { 0 };

	(void)state;
	add(&c, VERDICT_REGRESSED, "s", "A/1");
	add(&c, VERDICT_REGRESSED, "s", "A/2");
	add(&c, VERDICT_INCONCLUSIVE, "s", "A/3");
	shown_make(&shown, &c, &options);
	expect(1, true, 1, 1);
	expect(2, false, 1, 1);
	shown_release(&shown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_first_of_a_family_stands_for_all),
		cmocka_unit_test(test_ten_of_a_kind),
		cmocka_unit_test(test_quiet_has_all_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
