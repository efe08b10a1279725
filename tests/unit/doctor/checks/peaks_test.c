/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doctor/checks/peaks.h"
#include "tests/unit/support/doctor_case.h"

/* Of 20 values with one mode hardly any are called two groups. */
static void test_groups_of_one_mode(void **state)
{
	static const struct peaks_limits limits = { .gap = 0.01, .share = 0.15, .apart = 3 };
	unsigned found[2] = { 0 };
	uint64_t seed = 17;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		double normal[20], late[20];
		struct peaks peaks;

		for (int k = 0; k < 20; k++) {
			normal[k] = 100 + 3 * case_normal(&seed);
			late[k] = 100 + fabs(3 * case_normal(&seed));
		}
		found[0] += peaks_groups(normal, 20, &limits, &peaks);
		found[1] += peaks_groups(late, 20, &limits, &peaks);
	}
	assert_true(found[0] <= 2);
	assert_true(found[1] <= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_groups_of_one_mode),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
