/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/probes.h"

/* `shared` of a hundred probes found the units busy; all on a clock that runs at half its rate.
 */
static void tell(unsigned shared, double *low, double *high)
{
	struct bd_probes probes = { .count = 100 };

	for (unsigned i = 0; i < 100; i++)
		probes.taken[i] = (struct bd_core_times){
			.chain_ns = i % 25 ? 5000 : 90000, /* interrupted */
			.wide_ns = i * 37 % 100 < shared ? 8000 : 5000,
		};
	bd_probes_quantiles(&probes, low, high);
}

static void test_what_probes_tell(void **state)
{
	struct bd_probes few = { .count = 4 };
	double low, high;

	(void)state;
	tell(0, &low, &high);
	assert_true(low == 1 && high == 1);
	tell(10, &low, &high);
	assert_true(low == 1 && high == 1);
	tell(11, &low, &high);
	assert_true(low == 1 && high == 1.6);
	tell(76, &low, &high);
	assert_true(low == 1.6 && high == 1.6);
	bd_probes_quantiles(&few, &low, &high);
	assert_true(low == 0 && high == 0);
}

static void test_a_long_launch_keeps_some_of_all_its_probes(void **state)
{
	static struct bd_probes probes;
	size_t before;

	(void)state;
	for (int i = 0; i <= 4 * BD_PROBES_MAX; i++)
		bd_probes_take(&probes);
	assert_true(probes.count <= BD_PROBES_MAX);
	assert_true(probes.count > BD_PROBES_MAX / 2);
	assert_true(probes.pause_ns >= 4 * 200000);
	/* Nothing before its time. */
	before = probes.count;
	bd_probes_poll(&probes, probes.next_ns - 1);
	assert_int_equal(probes.count, before);
	bd_probes_poll(&probes, probes.next_ns);
	assert_int_equal(probes.count, before + 1);
	for (size_t i = 0; i < probes.count; i++)
		assert_true(probes.taken[i].wide_ns > 0 && probes.taken[i].chain_ns > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_probes_tell),
		cmocka_unit_test(test_a_long_launch_keeps_some_of_all_its_probes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
