/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/elf_image.h"
#include "driver/code/same_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TEXT_FILE TEST_DATA "/compare_old.log"

/* Sanitizers weave tables of their own into the code. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#ifdef __clang__
#define CLANG 1
#else
#define CLANG 0
#endif

/* tests/CMakeLists.txt builds tests/same/suite.c in two variants at each level. */
static void check_level(const char *level)
{
	char old_path[512], new_path[512];
	struct same_code same;
	struct err e = { "" };

	snprintf(old_path, sizeof(old_path), "%s/same_%s_1", SAME_DIR, level);
	snprintf(new_path, sizeof(new_path), "%s/same_%s_2", SAME_DIR, level);
	if (same_code_find(&same, old_path, new_path, &e))
		fail_msg("%s", e.text);
	assert_null(same.reason);
	for (size_t i = 0; i < same.count; i++)
		if (strncmp(same.names[i], "Same", 4) != 0)
			fail_msg("%s: %s is called the same", level, same.names[i]);
	/* SameCallee, SameTable, SameFamily/1, SameFamily/64, SameJumps. Clang's constants have
	 * no size: at O0 another neighbour makes one longer, and then nothing is proven of its
	 * users. */
	if (CLANG && !strcmp(level, "O0"))
		assert_in_range(same.count, 3, 5);
	else
		assert_int_equal(same.count, 5);
	same_code_release(&same);
}

static void test_finds_exactly_the_same_functions(void **state)
{
	(void)state;
	if (sizeof(void *) != 8 || strcmp(MACHINE, "x86_64") != 0 || SANITIZED)
		skip();
	check_level("O0");
	check_level("O2");
	check_level("Os");
	check_level("sections");
}

static void test_one_file_is_the_same_as_itself(void **state)
{
	struct same_code same;
	struct err e = { "" };

	(void)state;
	if (same_code_find(&same, SAME_DIR "/same_O2_2", SAME_DIR "/same_O2_2", &e))
		fail_msg("%s", e.text);
	assert_null(same.reason);
	assert_int_equal(same.count, 13);
	same_code_release(&same);
}

static void test_what_is_no_suite_is_an_error(void **state)
{
	struct same_code same;
	struct err e = { "" };

	(void)state;
	assert_int_equal(same_code_find(&same, "/nonexistent", "/nonexistent", &e), -1);
	assert_non_null(strstr(e.text, "/nonexistent"));
	assert_int_equal(same_code_find(&same, TEXT_FILE, TEXT_FILE, &e), -1);
	assert_non_null(strstr(e.text, "ELF"));
	assert_int_equal(same_code_find(&same, "/bin/sh", "/bin/sh", &e), -1);
	assert_false(image_is_suite("/bin/sh"));
	assert_true(image_is_suite(SAME_DIR "/same_O2_2"));
	assert_false(image_is_suite(SAME_DIR));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finds_exactly_the_same_functions),
		cmocka_unit_test(test_one_file_is_the_same_as_itself),
		cmocka_unit_test(test_what_is_no_suite_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
