/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/attempts/series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"

#define PATH "series_test.csv"
#define TITLE                                                                              \
	"attempt,idea,decision,seconds,speed,low,high,corrected,p,level,reason,base,build" \
	"\n"
#define BASE "0,\"\",base,,,,,,,,\"Sort\",aa,aa\n"
#define FIRST \
	"1,\"a \"\"b\"\", c\",keep,3.5,1.02,1.01,1.03,1.015,1e-5,0.001,\"S: faster\",aa,bb\n"

static void write_file(const char *text)
{
	FILE *out = fopen(PATH, "we");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

static char *file_now(void)
{
	static char text[4096];
	FILE *in = fopen(PATH, "re");
	size_t size;

	assert_non_null(in);
	size = fread(text, 1, sizeof(text) - 1, in);
	text[size] = '\0';
	fclose(in);
	return text;
}

static struct attempt_row row_of(enum decision decision, const char *build)
{
	return (struct attempt_row){ .decision = decision,
		.seconds = 1,
		.speed = 1.01,
		.low = 1,
		.high = 1.02,
		.corrected = decision == DECISION_KEEP ? 1.005 : NAN,
		.p = decision == DECISION_SAME ? NAN : 0.25,
		.level = 0.5,
		.idea = memory_text("x,\"y\""),
		.reason = memory_text(""),
		.base = memory_text("aa"),
		.build = memory_text(build) };
}

static void test_rows_are_read_again(void **state)
{
	struct series series;
	struct err e;

	(void)state;
	unlink(PATH);
	assert_int_equal(series_open(&series, PATH, &e), 0);
	assert_int_equal(series.count, 0);
	assert_int_equal(series_add(&series, row_of(DECISION_BASE, "aa"), &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_KEEP, "bb"), &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_SAME, "bb"), &e), 0);
	series_release(&series);

	assert_int_equal(series_open(&series, PATH, &e), 0);
	assert_int_equal(series.count, 3);
	assert_int_equal(series.rows[1].decision, DECISION_KEEP);
	assert_string_equal(series.rows[1].idea, "x,\"y\"");
	assert_true(series.rows[1].number == 1 && series.rows[1].corrected == 1.005);
	assert_true(isnan(series.rows[2].p));
	assert_true(series_has_base(&series, "aa") && series_has_base(&series, "bb"));
	assert_false(series_has_base(&series, "cc"));
	assert_true(series_claimed(&series, "bb", false) == 1.01);
	assert_true(series_claimed(&series, "bb", true) == 1.005);
	series_release(&series);
}

static void test_claims_follow_the_bases(void **state)
{
	struct series series;
	struct attempt_row other = row_of(DECISION_KEEP, "dd");
	struct err e;

	(void)state;
	assert_int_equal(series_open(&series, NULL, &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_BASE, "aa"), &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_KEEP, "bb"), &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_KEEP, "cc"), &e), 0);
	strcpy(other.base, "bb");
	assert_int_equal(series_add(&series, other, &e), 0);
	assert_true(series_claimed(&series, "aa", false) == 1);
	assert_true(series_claimed(&series, "cc", false) == 1.01);
	assert_true(series_claimed(&series, "dd", false) == 1.01 * 1.01);
	/* Put together by hand. */
	assert_true(series_claimed(&series, "ee", false) == 1.01 * 1.01 * 1.01);
	series_release(&series);
}

static void test_levels_grow_with_what_is_kept(void **state)
{
	struct series series;
	struct err e;
	double before, after;

	(void)state;
	assert_int_equal(series_open(&series, NULL, &e), 0);
	before = series_level(&series);
	assert_true(before > 0.0013 && before < 0.0014);
	assert_int_equal(series_add(&series, row_of(DECISION_BASE, "aa"), &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_SAME, "aa"), &e), 0);
	/* The same code is no test: it costs nothing. */
	series.rows[0].p = NAN;
	assert_true(series_level(&series) == before);
	assert_int_equal(series_add(&series, row_of(DECISION_DROP, "bb"), &e), 0);
	after = series_level(&series);
	assert_true(after < before);
	assert_int_equal(series_add(&series, row_of(DECISION_KEEP, "bb"), &e), 0);
	assert_true(series_level(&series) > after);
	series_release(&series);
}

static void test_torn_row_is_no_attempt(void **state)
{
	struct series series;
	struct err e;

	(void)state;
	write_file(TITLE BASE FIRST "2,\"killed\",ke");
	assert_int_equal(series_open(&series, PATH, &e), 0);
	assert_int_equal(series.count, 2);
	assert_int_equal(series_add(&series, row_of(DECISION_DROP, "cc"), &e), 0);
	series_release(&series);
	assert_non_null(strstr(file_now(), "aa,bb\n2,"));
	/* Killed within the title. */
	write_file("attempt,id");
	assert_int_equal(series_open(&series, PATH, &e), 0);
	assert_int_equal(series_add(&series, row_of(DECISION_BASE, "aa"), &e), 0);
	series_release(&series);
	assert_memory_equal(file_now(), TITLE "0,", strlen(TITLE "0,"));
}

static void test_bad_input_is_refused_by_its_line(void **state)
{
	static const char *const bad[][2] = {
		{ "suite,benchmark\n1,2\n", PATH ":1: this is no series" },
		{ TITLE BASE "1,\"x\"\n", PATH ":3: 2 cells instead of 13" },
		{ TITLE BASE FIRST FIRST, PATH ":4: attempt 2 should stand here" },
		{ TITLE FIRST, PATH ":2: attempt 0 should stand here" },
		{ TITLE BASE "1,\"x\",kept,1,1,1,1,,1,1,\"\",aa,bb\n",
			PATH ":3: 'kept' is no decision" },
		{ TITLE BASE "1,\"x\",keep,fast,1,1,1,,1,1,\"\",aa,bb\n",
			PATH ":3: 'fast' is no number" },
		{ TITLE BASE "1,\"\",base,,,,,,,,\"\",aa,aa\n",
			PATH ":3: only the first row is the base" },
		{ TITLE "0,\"\",keep,,,,,,,,\"\",aa,aa\n",
			PATH ":2: only the first row is the base" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct series series;
		struct err e = { "" };

		write_file(bad[i][0]);
		assert_int_equal(series_open(&series, PATH, &e), -1);
		if (strncmp(e.text, bad[i][1], strlen(bad[i][1])) != 0)
			fail_msg("%s", e.text);
		series_release(&series);
		/* What was there stays. */
		assert_string_equal(file_now(), bad[i][0]);
	}
	unlink(PATH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_are_read_again),
		cmocka_unit_test(test_claims_follow_the_bases),
		cmocka_unit_test(test_levels_grow_with_what_is_kept),
		cmocka_unit_test(test_torn_row_is_no_attempt),
		cmocka_unit_test(test_bad_input_is_refused_by_its_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
