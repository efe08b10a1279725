/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/controls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/code/elf_image.h"

#define FIRST  SAME_DIR "/same_O2_1"
#define SECOND SAME_DIR "/same_O2_2"

/* A log of suite "s" that was measured at `path` with this build id; NULL: it does not say. */
static struct log log_of(const char *path, const char *build_id)
{
	struct log log = { .path = memory_text("x.log"), .format = "bdriver" };

	if (path)
		log_add_meta(&log, "suite.s.path", path);
	if (build_id)
		log_add_meta(&log, "suite.s.build_id", build_id);
	log_add_benchmark(&log, "s", "SameCallee", "");
	log_add_benchmark(&log, "s", "DiffConstant", "");
	return log;
}

/* A log of the file as it is. */
static struct log log_of_file(const char *path)
{
	struct image image = { 0 };
	struct err e = { "" };
	struct log log;

	if (image_open(&image, path, &e))
		fail_msg("%s", e.text);
	log = log_of(path, image.build_id);
	image_release(&image);
	return log;
}

/* Which of the two benchmarks are controls: 1 for SameCallee, 2 for DiffConstant. */
static int found(struct log *old, struct log *new)
{
	const struct join_options join = { 0 };
	struct controls *controls = controls_find(old, new, &join);
	int which = controls_has("s", "SameCallee", controls) +
		    2 * controls_has("s", "DiffConstant", controls);

	assert_false(controls_has("s", "Unknown", controls));
	assert_false(controls_has("t", "SameCallee", controls));
	controls_free(controls);
	log_release(old);
	log_release(new);
	return which;
}

static void test_the_same_code_in_two_files(void **state)
{
	struct log old, new;

	(void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* sanitizers put tables of their own into the code */
#endif
	if (strcmp(MACHINE, "x86_64") != 0)
		skip();
	old = log_of_file(FIRST);
	new = log_of_file(SECOND);
	assert_int_equal(found(&old, &new), 1);
}

/* Nothing is known of what was measured, and that is no error. */
static void test_files_that_are_not_what_was_measured(void **state)
{
	const struct log news[] = { log_of(SECOND, "0123"), log_of("/nonexistent", "0123"),
		log_of(SAME_DIR, "0123"), log_of(SECOND, NULL), log_of(NULL, "0123") };

	(void)state;
	for (size_t i = 0; i < sizeof(news) / sizeof(*news); i++) {
		struct log old = log_of_file(FIRST), new = news[i];

		assert_int_equal(found(&old, &new), 0);
	}
}

static void add_session(struct log *log, const char *build, const char *with, const char *same)
{
	log_add_meta(log, "session", "one");
	log_add_meta(log, "build", build);
	if (with) {
		log_add_meta(log, "same_code_with", with);
		log_add_meta(log, "same_code.s", same);
	}
}

/* The logs of one paired run say it themselves, in either order. The files may be gone. */
static void test_what_a_paired_run_wrote(void **state)
{
	(void)state;
	for (int swapped = 0; swapped <= 1; swapped++) {
		struct log old = log_of(NULL, "1"), new = log_of(NULL, "2");

		add_session(&old, "old", NULL, NULL);
		add_session(&new, "new", "old", "Other DiffConstant");
		assert_int_equal(swapped ? found(&new, &old) : found(&old, &new), 2);
	}
}

/* Its words are about the first build only. */
static void test_what_it_wrote_about_another_build(void **state)
{
	struct log old = log_of(NULL, "1"), new = log_of(NULL, "2");

	(void)state;
	add_session(&old, "second", "first", "SameCallee");
	add_session(&new, "third", "first", "SameCallee");
	assert_int_equal(found(&old, &new), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same_code_in_two_files),
		cmocka_unit_test(test_files_that_are_not_what_was_measured),
		cmocka_unit_test(test_what_a_paired_run_wrote),
		cmocka_unit_test(test_what_it_wrote_about_another_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
