/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compare/stats/prng.h"
#include "tests/unit/support/uniform.h"
#include "tests/unit/support/vectors.h"

static uint64_t u64(json_t *root, const char *path)
{
	return strtoull(json_string_value(vectors_at(root, path)), NULL, 10);
}

static void test_prng(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "prng.json");
	uint64_t state64 = 1234567;
	struct prng prng;
	char path[64];

	(void)state;
	for (int i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "splitmix64_published_same_seed.%d", i);
		assert_true(prng_splitmix(&state64) == u64(root, path));
	}
	prng_seed(&prng, 42);
	for (int i = 0; i < 6; i++) {
		snprintf(path, sizeof(path), "xoshiro256ss_seed42_via_splitmix.%d", i);
		assert_true(prng_next(&prng) == u64(root, path));
	}
	prng_seed(&prng, 42);
	for (int i = 0; i < 20; i++) {
		snprintf(path, sizeof(path), "below_10_seed42.%d", i);
		assert_int_equal(prng_below(&prng, 10), (int)vectors_number(root, path));
	}
	prng_seed(&prng, 42);
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "double_seed42.%d", i);
		assert_close(uniform_draw(&prng), vectors_number(root, path), 0);
	}
	json_decref(root);
}

static void test_below_is_in_range_and_unbiased(void **state)
{
	uint64_t most = (UINT64_MAX / 3) * 2 + 1, low = 0;
	struct prng prng;

	(void)state;
	prng_seed(&prng, 7);
	/* Without the rejection about half of the draws from this range would be in its lower
	 * part more often than by right: 2/3 instead of 1/2. */
	for (int i = 0; i < 4000; i++) {
		uint64_t x = prng_below(&prng, most);

		assert_true(x < most);
		low += x < most / 2;
	}
	assert_true(low > 1850 && low < 2150);
	assert_int_equal(prng_below(&prng, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prng),
		cmocka_unit_test(test_below_is_in_range_and_unbiased),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
