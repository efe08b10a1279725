/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/dynamic_symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/code/elf_image.h"

static void test_names_of_this_program(void **state)
{
	struct dynamic_symbols symbols = { 0 };
	struct image image;
	size_t i;

	(void)state;
	assert_int_equal(image_open(&image, "/proc/self/exe", NULL), 0);
	dynamic_symbols_read(&symbols, &image);
	if (!symbols.count) {
		image_release(&image);
		skip(); /* linked statically */
	}
	i = dynamic_symbols_find(&symbols, "free");
	assert_true(i < symbols.count);
	assert_string_equal(symbols.items[i].name, "free");
	assert_false(symbols.items[i].defined);
	/* As the linker's relocations write it; neither the begin of a name nor a longer one.
	 */
	assert_int_equal(dynamic_symbols_find(&symbols, "free@GLIBC_2.2.5"), i);
	assert_true(dynamic_symbol_is(&symbols.items[i], "free@GLIBC_2.2.5"));
	assert_false(dynamic_symbol_is(&symbols.items[i], "fre"));
	assert_false(dynamic_symbol_is(&symbols.items[i], "freedom"));
	assert_int_equal(dynamic_symbols_find(&symbols, "fre"), symbols.count);
	for (i = 1; i < symbols.count; i++)
		assert_true(strcmp(symbols.items[i - 1].name, symbols.items[i].name) <= 0);
	free(symbols.items);
	image_release(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_of_this_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
