/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Pieces of all sizes, also larger than any chunk, are zeroed, aligned and do not overlap. */
static void test_pieces(void **state)
{
	struct arena arena = { 0 };
	unsigned char *pieces[200];
	char *texts[200], text[32];

	(void)state;
	for (size_t i = 0; i < 200; i++) {
		size_t size = i == 150 ? 1000000 : i * 17;

		pieces[i] = arena_alloc(&arena, size);
		assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < size; k++)
			assert_int_equal(pieces[i][k], 0);
		memset(pieces[i], (int)i, size);
		snprintf(text, sizeof(text), "text %zu", i);
		texts[i] = arena_text(&arena, text);
	}
	for (size_t i = 0; i < 200; i++) {
		for (size_t k = 0; k < i * 17; k++)
			assert_int_equal(pieces[i][k], (unsigned char)i);
		snprintf(text, sizeof(text), "text %zu", i);
		assert_string_equal(texts[i], text);
	}
	arena_release(&arena);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_pieces) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
