/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/placement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/code/symbols.h"

static struct placement read_suite(const char *path)
{
	struct placement placement;
	struct err e = { "" };

	if (placement_read(&placement, path, &e))
		fail_msg("%s", e.text);
	return placement;
}

/* The good and the bad twins are built with and without alignment. */
static void test_aligned(void **state)
{
	struct placement placement = read_suite(FAKES_DIR "/healthy");

	(void)state;
	/* Each of its benchmarks has a function of its own, or one for several. */
	assert_true(placement.functions > 10);
	assert_int_equal(placement.inside, 0);
	assert_int_equal(placement.names.count, 0);
	placement_release(&placement);
}

static void test_not_aligned(void **state)
{
	struct placement placement = read_suite(FAKES_DIR "/sick");

	(void)state;
	assert_true(placement.functions > 10);
	assert_in_range(placement.inside, PLACEMENT_NAMES, placement.functions);
	assert_int_equal(placement.names.count, PLACEMENT_NAMES);
	placement_release(&placement);
}

/* Names as a person writes them. */
static void test_names(void **state)
{
	static const char *const names[][2] = { { "_Z4siftPii", "sift(int*, int)" },
		{ "a.cc:_ZN3Box3runEv", "a.cc:Box::run()" }, { "a.c:run", "a.c:run" },
		{ "_Zq", "_Zq" }, { "x\033y", "x\\x1by" }, { "", "" } };
	char huge[1000];
	char *shown;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		shown = symbol_shown(names[i][0]);
		assert_string_equal(shown, names[i][1]);
		free(shown);
	}
	/* Each part has the part before it twice: terabytes of text. */
	strcpy(huge, "_Z1fI1AE");
	for (int i = 0; i < 90; i++)
		strcat(huge, "PFvS_S_E");
	shown = symbol_shown(huge);
	assert_string_equal(shown, huge);
	free(shown);
}

static void test_no_suite(void **state)
{
	struct placement placement;
	struct err e = { "" };

	(void)state;
	assert_int_equal(placement_read(&placement, "/proc/self/exe", &e), -1);
	assert_non_null(strstr(e.text, "is it a suite?"));
	placement_release(&placement);
	assert_int_equal(placement_read(&placement, TEST_DATA "/compare_old.log", &e), -1);
	placement_release(&placement);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_aligned),
		cmocka_unit_test(test_not_aligned),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_no_suite),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
