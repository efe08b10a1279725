/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/texts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/code/image.h"

#define START 0x1000

/* Where the text at START ends, if the linker has a name at `named`. */
static uint64_t end_of(const char *bytes, size_t size, uint64_t named)
{
	struct image_label label = { .address = named, .name = ".LC1" };
	struct image image = { .labels = &label, .label_count = 1 };
	struct image_section section = {
		.address = START, .size = size, .bytes = (const unsigned char *)bytes
	};

	return text_longest_end(&image, &section, START) - START;
}
#define END_OF(bytes, named) end_of(bytes, sizeof(bytes), START + (named))

static void test_a_text_of_one_character_may_be_wide(void **state)
{
	(void)state;
	assert_int_equal(END_OF("abc", 9), 4);
	assert_int_equal(END_OF("x\0abcdef\0", 20), 10);
	assert_int_equal(END_OF("x\0\0\0y\0\0\0\0\0\0", 20), 12);
}

/* A literal inside that is no end of the wide text: there are two texts. */
static void test_names_tell_texts_apart(void **state)
{
	(void)state;
	assert_int_equal(END_OF("x\0abcdef\0", 5), 2);
	assert_int_equal(END_OF("x\0abcdef\0", 4), 10);
	assert_int_equal(END_OF("x\0abcdef\0", 2), 2); /* no ideograms */
	assert_int_equal(END_OF("x\0\0\0y\0\0\0\0\0\0", 4), 12);
	assert_int_equal(END_OF("x\0\0\0y\0\0\0\0\0\0", 2), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_text_of_one_character_may_be_wide),
		cmocka_unit_test(test_names_tell_texts_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
