/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/plan/plan.h"

#define MOST PLAN_BUILDS_MAX

static void test_each_row_has_each_treatment_once(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= MOST; n++) {
		for (unsigned row = 0; row < latin_square_rows(n); row++) {
			unsigned seen = 0;

			for (unsigned p = 0; p < n; p++)
				seen |= 1u << latin_square_at(n, row, p);
			assert_int_equal(seen, (1u << n) - 1);
		}
	}
}

/* Each treatment as often in each position, and as often after each other one. */
static void test_a_block_is_balanced(void **state)
{
	(void)state;
	for (unsigned n = 2; n <= MOST; n++) {
		unsigned place[MOST][MOST] = { { 0 } }, after[MOST][MOST] = { { 0 } };
		unsigned rows = latin_square_rows(n);

		for (unsigned row = 0; row < rows; row++) {
			for (unsigned p = 0; p < n; p++) {
				unsigned x = latin_square_at(n, row, p);

				place[x][p]++;
				if (p)
					after[latin_square_at(n, row, p - 1)][x]++;
			}
		}
		for (unsigned a = 0; a < n; a++) {
			for (unsigned b = 0; b < n; b++) {
				assert_int_equal(place[a][b], rows / n);
				assert_int_equal(after[a][b], a == b ? 0 : rows / n);
			}
		}
	}
}

/* The plan uses whole blocks, with other names and rows for each benchmark and block. */
static void test_the_plan_is_balanced(void **state)
{
	struct plan plan = { .seed = 11 };

	(void)state;
	for (unsigned n = 3; n <= MOST; n++) {
		unsigned rows = latin_square_rows(n), first[MOST] = { 0 };

		for (uint32_t b = 0; b < 50; b++) {
			unsigned place[MOST][MOST] = { { 0 } };

			for (unsigned r = 1; r <= 2 * rows; r++) {
				struct plan_slot slot = { .benchmark = b,
					.round = (uint16_t)r };

				for (unsigned p = 0; p < n; p++)
					place[plan_build_at(&plan, &slot, n, p)][p]++;
				if (r == 1)
					first[plan_build_at(&plan, &slot, n, 0)]++;
			}
			for (unsigned a = 0; a < n; a++)
				for (unsigned p = 0; p < n; p++)
					assert_int_equal(place[a][p], 2 * rows / n);
		}
		for (unsigned a = 0; a < n; a++)
			assert_in_range(first[a], 1, 35); /* 50 / n expected */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_row_has_each_treatment_once),
		cmocka_unit_test(test_a_block_is_balanced),
		cmocka_unit_test(test_the_plan_is_balanced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
