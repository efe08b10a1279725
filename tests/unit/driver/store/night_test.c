/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/night.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/formats/read.h"

#define HEADER                                                                           \
	"# bdriver-log: 1\n# host: h\n# started: 2025-01-02T03:04:05Z\n# seed: 7\n"      \
	"suite,benchmark,build,round,attempt,status,iterations,checksum,items,peak_kib," \
	"disturbed,"                                                                     \
	"samples\n"

static void read_text(struct log *log, const char *text)
{
	struct err e;

	assert_int_equal(
		log_read_buffer(log, "a.log", text, strlen(text), LOG_KEEP_EVIDENCE, &e), 0);
}

/* By hand: ln 100, ln 200, ln 400 have the mean ln 200, the SD ln 2. */
static void test_point(void **state)
{
	static const char text[] =
		HEADER "\"s\",\"A\",\"\",3,1,ok,5,1,,30,\"\",\"400 400 400\"\n"
		       "\"s\",\"A\",\"\",1,1,ok,5,1,,10,\"\",\"100 100 100\"\n"
		       "\"s\",\"A\",\"\",2,1,ok,5,1,,20,\"cpu\",\"900\"\n"
		       "\"s\",\"A\",\"\",2,2,ok,5,1,,20,\"\",\"190 200 210\"\n"
		       "\"s\",\"A\",\"\",4,1,exit,,,,,\"\",\"\"\n"
		       "\"s\",\"B\",\"\",1,1,skipped,,,,,\"\",\"\"\n"
		       "\"s\",\"C\",\"\",1,1,timeout,,,,,\"\",\"\"\n"
		       "# end: 7\n";
	struct night night;
	struct log log = { 0 };
	const struct night_point *a;

	(void)state;
	read_text(&log, text);
	night_make(&night, &log);
	assert_int_equal(night.count, 2); /* a skipped one is no point */
	a = &night.points[0];
	assert_string_equal(a->name, "A");
	assert_int_equal(a->launches, 3);
	assert_int_equal(a->failed, 1);
	assert_int_equal(a->disturbed, 0);
	assert_float_equal(a->level, log1p(199), 1e-12);
	assert_float_equal(a->se, M_LN2 / sqrt(3), 1e-12);
	assert_float_equal(a->min_ns, 100, 0);
	assert_float_equal(a->median_ns, 200, 0);
	/* Of the three launches that count: 10, 20, 30 KiB. */
	assert_int_equal(a->count_count, 1);
	assert_string_equal(a->counts[0].metric, "memory");
	assert_int_equal(a->counts[0].launches, 3);
	assert_float_equal(a->counts[0].median, 20, 0);
	assert_float_equal(a->counts[0].low, 10, 0);
	assert_float_equal(a->counts[0].high, 30, 0);
	assert_int_equal(night.points[1].count_count, 0);
	assert_int_equal(strlen(a->definition), 16);
	assert_int_equal(night.points[1].launches, 0);
	assert_int_equal(night.points[1].failed, 1);
	assert_true(isnan(night.points[1].level));
	night_release(&night);
	log_release(&log);
}

/* Five launches: the level leaves out one at each end, and those that were disturbed. */
static void test_level(void **state)
{
	static const char text[] = HEADER "\"s\",\"A\",\"\",1,1,ok,5,1,,1,\"\",\"100\"\n"
					  "\"s\",\"A\",\"\",2,1,ok,5,1,,1,\"\",\"200\"\n"
					  "\"s\",\"A\",\"\",3,1,ok,5,1,,1,\"\",\"200\"\n"
					  "\"s\",\"A\",\"\",4,1,ok,5,1,,1,\"\",\"800\"\n"
					  "\"s\",\"A\",\"\",5,1,ok,5,1,,1,\"\",\"9999\"\n"
					  "\"s\",\"A\",\"\",6,1,ok,5,1,,1,\"cpu\",\"9999\"\n"
					  "\"s\",\"B\",\"\",1,1,ok,5,1,,1,\"cpu\",\"100\"\n"
					  "\"s\",\"B\",\"\",2,1,ok,5,1,,1,\"cpu\",\"400\"\n"
					  "\"s\",\"B\",\"\",3,1,ok,5,1,,1,\"\",\"200\"\n"
					  "# end: 9\n";
	struct night night;
	struct log log = { 0 };

	(void)state;
	read_text(&log, text);
	night_make(&night, &log);
	assert_int_equal(night.points[0].launches, 6);
	assert_int_equal(night.points[0].disturbed, 1);
	assert_float_equal(night.points[0].level, (2 * log1p(199) + log1p(799)) / 3, 1e-12);
	/* Too few were not disturbed. */
	assert_float_equal(night.points[1].level, log1p(199), 1e-12);
	night_release(&night);
	log_release(&log);
}

/* It changes with what is computed; unknown where the launches disagree. */
static void test_definition(void **state)
{
	static const char *const rows[] = { "\"s\",\"A\",\"\",1,1,ok,5,1,8,1,\"\",\"1\"\n",
		"\"s\",\"A\",\"\",1,1,ok,9,1,8,2,\"\",\"2\"\n",
		"\"s\",\"A\",\"\",1,1,ok,5,2,8,1,\"\",\"1\"\n",
		"\"s\",\"A\",\"\",1,1,ok,5,1,9,1,\"\",\"1\"\n",
		"\"s\",\"A\",\"\",1,1,ok,5,1,8,1,\"\",\"1\"\n"
		"\"s\",\"A\",\"\",2,1,ok,5,3,8,1,\"\",\"1\"\n" };
	char definitions[5][17];

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		char text[1024] = HEADER;
		struct night night;
		struct log log = { 0 };

		read_text(&log, strcat(text, rows[i]));
		night_make(&night, &log);
		strcpy(definitions[i], night.points[0].definition);
		night_release(&night);
		log_release(&log);
	}
	assert_string_equal(definitions[0], definitions[1]);
	assert_string_not_equal(definitions[0], definitions[2]);
	assert_string_not_equal(definitions[0], definitions[3]);
	assert_string_equal(definitions[4], "");
}

static void test_identity(void **state)
{
	struct log log = { 0 };
	char *session;

	(void)state;
	read_text(&log, HEADER);
	session = night_session(&log);
	assert_string_equal(session, "h 2025-01-02T03:04:05Z 7");
	free(session);
	log_add_meta(&log, "history.started", "1970-01-02");
	assert_int_equal(night_started(&log), 86400);
	log_add_meta(&log, "session", "abc");
	session = night_session(&log);
	assert_string_equal(session, "abc");
	free(session);
	log_add_meta(&log, "history.started", "yesterday");
	assert_null(night_session(&log));
	log_release(&log);
}

/* A launch that took no time has failed. */
static void test_no_time(void **state)
{
	static const char text[] =
		HEADER "\"s\",\"A\",\"\",1,1,ok,5,1,,30,\"\",\"0 0 0\"\n"
		       "\"s\",\"A\",\"\",2,1,ok,5,1,,10,\"\",\"100 100 100\"\n"
		       "\"s\",\"B\",\"\",1,1,ok,5,1,,20,\"\",\"1e-300\"\n"
		       "# end: 3\n";
	struct night night;
	struct log log = { 0 };

	(void)state;
	read_text(&log, text);
	night_fail_impossible(&log);
	assert_string_equal(log.warnings[0].text,
		"a.log: 2 launches took no time above 0, as of 'A': a history takes such a "
		"launch for a failed one");
	night_make(&night, &log);
	assert_int_equal(night.points[0].launches, 1);
	assert_int_equal(night.points[0].failed, 1);
	assert_float_equal(night.points[0].level, log1p(99), 1e-12);
	assert_int_equal(night.points[1].failed, 1);
	assert_true(isnan(night.points[1].level));
	night_release(&night);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_point),
		cmocka_unit_test(test_no_time),
		cmocka_unit_test(test_level),
		cmocka_unit_test(test_definition),
		cmocka_unit_test(test_identity),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
