/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/machine/watched.h"

static void test_limits(void **state)
{
	(void)state;
	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];

		assert_non_null(info->name);
		assert_false(watched_disturbs((enum watched)i, info->limit));
		assert_true(watched_disturbs((enum watched)i, info->limit * 1.01));
		assert_false(watched_disturbs((enum watched)i, NAN));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
