/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/elf_image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_names_of_this_program(void **state)
{
	struct image image;
	size_t i;

	(void)state;
	assert_int_equal(image_open(&image, "/proc/self/exe", NULL), 0);
	if (!image.dynamic_count) {
		image_release(&image);
		skip(); /* linked statically */
	}
	i = image_dynamic_find(&image, "free");
	assert_true(i < image.dynamic_count);
	assert_string_equal(image.dynamic[i].name, "free");
	assert_false(image.dynamic[i].defined);
	/* As the linker's relocations write it; neither the begin of a name nor a longer one.
	 */
	assert_int_equal(image_dynamic_find(&image, "free@GLIBC_2.2.5"), i);
	assert_true(dynamic_symbol_is(&image.dynamic[i], "free@GLIBC_2.2.5"));
	assert_false(dynamic_symbol_is(&image.dynamic[i], "fre"));
	assert_false(dynamic_symbol_is(&image.dynamic[i], "freedom"));
	assert_int_equal(image_dynamic_find(&image, "fre"), image.dynamic_count);
	for (i = 1; i < image.dynamic_count; i++)
		assert_true(strcmp(image.dynamic[i - 1].name, image.dynamic[i].name) <= 0);
	image_release(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_of_this_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
