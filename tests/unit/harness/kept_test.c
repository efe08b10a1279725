/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Of n samples 0, 1, 2 ... every k-th is kept, in order, each with its turn. */
static void fill(size_t room, unsigned n, unsigned k, size_t count)
{
	double samples[8];
	uint32_t turns[8];
	struct bd_kept kept = { .samples = samples, .turns = turns, .room = room };

	for (unsigned i = 0; i < n; i++)
		bd_kept_add(&kept, i, i / 3);
	assert_int_equal(kept.taken, n);
	assert_int_equal(kept.count, count);
	for (size_t i = 0; i < kept.count; i++) {
		assert_int_equal((unsigned)samples[i], i * k);
		assert_int_equal(turns[i], i * k / 3);
	}
}

static void test_every_kth(void **state)
{
	(void)state;
	fill(8, 0, 1, 0);
	fill(8, 8, 1, 8);
	fill(8, 9, 2, 5);
	fill(8, 16, 2, 8);
	fill(8, 17, 4, 5);
	fill(8, 1000, 128, 8);
}

static void test_odd_room(void **state)
{
	(void)state;
	fill(5, 5, 1, 5);
	fill(5, 6, 2, 3);
	fill(5, 10, 2, 5);
	fill(5, 11, 4, 3);
	fill(1, 1, 1, 1);
	fill(1, 1000, 1024, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_kth),
		cmocka_unit_test(test_odd_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
