/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/run/accounts.h"
#include "driver/run/changed.h"
#include "driver/run/phase.h"
#include "driver/run/run.h"

#define ALL 4

/* The first phase: how many launches, and of how many rounds. The third benchmark is only in
 * one build, the last one is alone. */
static void expect(struct run_settings settings, size_t launches, unsigned rounds)
{
	struct subject subjects[ALL] = { 0 };
	struct run run = { .settings = settings, .subjects = { subjects, ALL } };
	struct plan *plan = &run.phase.plan;
	struct err e;

	run.builds.count = 2;
	run.settings.launch_time_ns = 20000000;
	for (size_t i = 0; i < ALL; i++)
		for (unsigned b = 0; b < 2; b++)
			subjects[i].builds[b].path = i == 2 && b ? NULL : "x";
	subjects[ALL - 1].alone = true;
	assert_int_equal(changed_choose(&run, &e), 0);
	accounts_begin(&run);
	assert_int_equal(run_phase_preview(&run), launches);
	assert_int_equal(run.ledger.launches_left, launches);
	assert_int_equal(plan->slot_count, ALL * rounds);
	for (size_t i = 0; i < plan->slot_count; i++) {
		assert_int_equal(plan->slots[i].round, i / ALL + 1);
		assert_int_equal(plan->slots[i].stage, settings.stage2_rounds ? 1 : 0);
		assert_int_equal(plan->slots[i].benchmark == ALL - 1, i % ALL == ALL - 1);
	}
	plan_release(plan);
	ledger_release(&run.ledger);
	free(run.phase.last_rounds);
}

static void test_first_phases(void **state)
{
	(void)state;
	expect((struct run_settings){ .rounds = 5 }, 5 * 7, 5);
	/* What shows the cost of a launch, before rounds are divided. */
	expect((struct run_settings){ .rounds = 60, .adaptive = true }, 2 * 7, 2);
	/* The first look of two stages. */
	expect((struct run_settings){ .rounds = 16, .stage2_rounds = 24 }, 6 * 7, 6);
	expect((struct run_settings){ .rounds = 4, .stage2_rounds = 24 }, 4 * 7, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_first_phases) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
