/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/elf_image.h"
#include "driver/code/suite_code.h"

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

static struct suite_code read_code(const char *path)
{
	struct suite_code code;
	struct err e = { "" };

	if (suite_code_read(&code, path, NULL, &e))
		fail_msg("%s", e.text);
	assert_null(code.reason);
	return code;
}

/* tests/CMakeLists.txt builds tests/same/suite.c in two variants at each level. */
static void check_level(const char *level)
{
	char old_path[512], new_path[512];
	struct suite_code old, new;

	snprintf(old_path, sizeof(old_path), "%s/same_%s_1", SAME_DIR, level);
	snprintf(new_path, sizeof(new_path), "%s/same_%s_2", SAME_DIR, level);
	old = read_code(old_path);
	new = read_code(new_path);
	for (size_t i = 0; i < old.count; i++) {
		const char *name = old.items[i].name;
		const char *fingerprint = suite_code_find(&new, name)->fingerprint;
		bool same = *fingerprint && !strcmp(fingerprint, old.items[i].fingerprint);

		if (same != !strncmp(name, "Same", 4))
			fail_msg("%s: %s is %s", level, name, same ? "the same" : "another");
	}
	suite_code_release(&old);
	suite_code_release(&new);
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

static void test_one_file_has_one_fingerprint_of_each(void **state)
{
	struct suite_code one = read_code(SAME_DIR "/same_O2_2");
	struct suite_code two = read_code(SAME_DIR "/same_O2_2");

	(void)state;
	assert_int_equal(one.count, 15);
	for (size_t i = 0; i < one.count; i++) {
		if (!SANITIZED)
			assert_int_equal(strlen(one.items[i].fingerprint), CODE_TEXT - 1);
		assert_string_equal(one.items[i].fingerprint, two.items[i].fingerprint);
	}
	assert_string_equal(suite_code_find(&one, "NoSuchName")->fingerprint, "");
	suite_code_release(&one);
	suite_code_release(&two);
}

static void test_what_is_no_suite_is_an_error(void **state)
{
	struct suite_code code;
	struct err e = { "" };

	(void)state;
	assert_int_equal(suite_code_read(&code, "/nonexistent", NULL, &e), -1);
	assert_non_null(strstr(e.text, "/nonexistent"));
	assert_int_equal(suite_code_read(&code, TEXT_FILE, NULL, &e), -1);
	assert_non_null(strstr(e.text, "ELF"));
	assert_int_equal(suite_code_read(&code, "/bin/sh", NULL, &e), -1);
	assert_false(image_is_suite("/bin/sh"));
	assert_true(image_is_suite(SAME_DIR "/same_O2_2"));
	assert_false(image_is_suite(SAME_DIR));
}

/* The order of linking decides that in the file. */
static void test_dynamic_symbols_are_in_the_order_of_their_names(void **state)
{
	struct image image;
	struct err e;

	(void)state;
	assert_int_equal(image_open(&image, "/proc/self/exe", &e), 0);
	assert_true(image.dynamic_count > 10);
	for (size_t i = 1; i < image.dynamic_count; i++)
		assert_true(strcmp(image.dynamic[i - 1].name, image.dynamic[i].name) <= 0);
	image_release(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finds_exactly_the_same_functions),
		cmocka_unit_test(test_one_file_has_one_fingerprint_of_each),
		cmocka_unit_test(test_what_is_no_suite_is_an_error),
		cmocka_unit_test(test_dynamic_symbols_are_in_the_order_of_their_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
