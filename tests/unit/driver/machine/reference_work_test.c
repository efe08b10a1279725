/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/log/row.h"
#include "driver/machine/reference_work.h"
#include "harness/base/clock.h"

static void test_sentinel_times_each_part(void **state)
{
	const int cpus[] = { 0, -1 };
	struct sentinel_times times;
	uint64_t now = bd_clock_ns();
	struct reference_works s;
	struct log_row row;

	(void)state;
	reference_work_run(&times);
	for (int i = 0; i < SENTINEL_PARTS; i++)
		assert_true(times.ns[i] > 0);
	reference_work_init(&s, cpus, 2);
	log_row_init(&row);
	reference_work_take(&s, 1, &row); /* not pinned */
	assert_true(isnan(row.evidence.sentinel_ns[0]));
	assert_int_equal(s.items[1].taken, 0);
	reference_work_take(&s, 0, &row);
	if (s.items[0].taken) { /* where this process may run on CPU 0 */
		assert_true(row.evidence.sentinel_ns[SENTINEL_MEMORY] > 0);
		assert_true(s.items[0].rests_until_ns > now);
		s.items[0].rests_until_ns = UINT64_MAX;
		log_row_init(&row);
		reference_work_take(&s, 0, &row); /* rests */
		assert_int_equal(s.items[0].taken, 1);
		assert_true(isnan(row.evidence.sentinel_ns[0]));
	}
	reference_work_release(&s);
	reference_work_take(&s, 0, &row);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sentinel_times_each_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
