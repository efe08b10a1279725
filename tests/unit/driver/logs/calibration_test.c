/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/calibration.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static int make_folder(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/calibration_test.XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char path[128];

	(void)state;
	snprintf(path, sizeof(path), "%s/%s", folder, CALIBRATION_FILE);
	unlink(path);
	return rmdir(folder);
}

/* mode: as of fopen(). */
static void put_in_file(const char *mode, const char *text)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, CALIBRATION_FILE);
	out = fopen(path, mode);
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static struct calibration_entry entry(const char *benchmark, double noise)
{
	return (struct calibration_entry){ .suite = (char *)"s",
		.benchmark = (char *)benchmark,
		.run = "host-1-2",
		.when = "2026-01-02T03:04:05Z",
		.rounds = 20,
		.noise = noise,
		.smallest_8 = INFINITY,
		.smallest_20 = NAN,
		.changed = true };
}

static void save(const char *model, unsigned workers, const struct calibration_entry *e)
{
	struct calibration c;
	struct err why;

	calibration_open(&c, folder, model, workers);
	calibration_set(&c, e);
	assert_int_equal(calibration_save(&c, &why), 0);
	calibration_release(&c);
}

/* What was written is read again, apart for each CPU model and number of workers. */
static void test_round_trip(void **state)
{
	struct calibration_entry one = entry("a b", 0.0125), other = entry("a b", 0.5);
	const struct calibration_entry *found;
	struct calibration c;

	(void)state;
	save("CPU one", 1, &one);
	save("CPU two", 1, &other);
	save("CPU one", 2, &other);
	calibration_open(&c, folder, "CPU one", 1);
	assert_int_equal(c.count, 1);
	assert_int_equal(c.others.count, 2);
	found = calibration_find(&c, "s", "a b");
	assert_non_null(found);
	assert_true(found->noise == 0.0125);
	assert_true(isinf(found->smallest_8));
	assert_true(isnan(found->smallest_20));
	assert_true(found->changed);
	assert_int_equal(found->rounds, 20);
	assert_string_equal(found->when, one.when);
	assert_string_equal(found->run, one.run);
	assert_null(calibration_find(&c, "s", "b"));
	calibration_release(&c);
}

/* An entry that is replaced by a copy of itself keeps its name; a bad name is not kept. */
static void test_set(void **state)
{
	struct calibration_entry again, bad = entry("tab\there", 1), good = entry("x", 1);
	struct calibration c;

	(void)state;
	calibration_open(&c, folder, "another", 1);
	calibration_set(&c, &bad);
	assert_int_equal(c.count, 0);
	calibration_set(&c, &good);
	again = *calibration_find(&c, "s", "x");
	again.noise = 2;
	calibration_set(&c, &again);
	assert_int_equal(c.count, 1);
	assert_true(calibration_find(&c, "s", "x")->noise == 2);
	calibration_release(&c);
}

/* A damaged line costs that line; a file of something else is empty. */
static void test_damage(void **state)
{
	struct calibration_entry one = entry("kept", 0.1);
	struct calibration c;

	(void)state;
	save("damaged", 3, &one);
	put_in_file("ae", "r\twhen\t3\tx\t\t\t\t0\tdamaged\ts\tb\n\n1\t2\n"
			  "r\tt\t3\t8\t-1\t\t\t0\tdamaged\ts\tb\n"
			  "r\tt\t3\t8\t\t\t\t0\tdamaged\ts\tb\tmore\n"
			  "r\tt\t3\t8\t\t\t\t0\tdamaged\ts\tnew");
	calibration_open(&c, folder, "damaged", 3);
	assert_int_equal(c.count, 2);
	assert_non_null(calibration_find(&c, "s", "kept"));
	assert_non_null(calibration_find(&c, "s", "new"));
	calibration_release(&c);
	/* Also where it is another machine's and is only kept. */
	save("another", 3, &one);
	calibration_open(&c, folder, "damaged", 3);
	assert_int_equal(c.count, 2);
	assert_non_null(calibration_find(&c, "s", "new"));
	calibration_release(&c);
	put_in_file("we", "something else\n");
	calibration_open(&c, folder, "damaged", 3);
	assert_int_equal(c.count, 0);
	calibration_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
