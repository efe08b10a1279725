/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fingerprints of code, of images made in memory: a table that points to many small objects. */
#include "driver/code/fingerprint.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define WIDTH 8
#define BASE  0x1000

/* The table stands first, an object of WIDTH bytes for each of its fields behind it. */
static struct image make_image(size_t objects)
{
	size_t size = 2 * objects * WIDTH;
	struct image image = { .machine = EM_X86_64, .section_count = 1 };

	image.sections = calloc(1, sizeof(*image.sections));
	image.symbols = calloc(objects + 1, sizeof(*image.symbols));
	image.relocations = calloc(objects, sizeof(*image.relocations));
	assert_true(image.sections && image.symbols && image.relocations);
	image.sections[0] = (struct image_section){
		.name = ".data", .address = BASE, .size = size, .bytes = calloc(size, 1)
	};
	assert_non_null(image.sections[0].bytes);
	image.symbols[image.symbol_count++] =
		(struct image_symbol){ .name = "table", .address = BASE, .size = size / 2 };
	for (size_t i = 0; i < objects; i++) {
		uint64_t at = BASE + size / 2 + i * WIDTH;

		image.symbols[image.symbol_count++] =
			(struct image_symbol){ .name = "o", .address = at, .size = WIDTH };
		image.relocations[image.relocation_count++] =
			(struct image_relocation){ .address = BASE + i * WIDTH,
				.type = R_X86_64_64,
				.symbol = "o",
				.value = at,
				.defined = true };
	}
	return image;
}

static void drop_image(struct image *image)
{
	free((void *)image->sections[0].bytes);
	image_release(image);
}

static void compare(size_t objects, bool changed, bool same)
{
	struct image a = make_image(objects), b = make_image(objects);
	const uint64_t root = BASE;

	if (changed)
		((unsigned char *)b.sections[0].bytes)[2 * objects * WIDTH - 1] = 1;
	assert_int_equal(code_fingerprint(&a, &root, 1), code_fingerprint(&a, &root, 1));
	assert_int_equal(
		code_fingerprint(&a, &root, 1) == code_fingerprint(&b, &root, 1), same);
	drop_image(&a);
	drop_image(&b);
}

static void test_what_is_pointed_at_counts(void **state)
{
	(void)state;
	compare(3, false, true);
	compare(3, true, false);
	compare(500, false, true);
	compare(500, true, false);
}

/* Not all of it is looked at, so it proves nothing. */
static void test_too_large_is_never_the_same(void **state)
{
	(void)state;
	compare(20001, false, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_pointed_at_counts),
		cmocka_unit_test(test_too_large_is_never_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
