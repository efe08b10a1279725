/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/plan/ledger.h"

static void test_estimate_learns_for_those_not_met(void **state)
{
	struct ledger e;
	double left;

	(void)state;
	ledger_init(&e, 100);
	for (size_t i = 0; i < 100; i++) {
		ledger_expect(&e, i, 100);
		ledger_expect(&e, i, 100);
	}
	/* Each takes a tenth of what was guessed, and half of that again to tune. */
	for (size_t i = 0; i < 20; i++)
		ledger_ended(&e, i, 15, 10);
	left = ledger_left_ns(&e, 1, 0);
	assert_true(left > 1799 && left < 1801);
	for (size_t i = 0; i < 100; i++)
		while (e.of[i].left)
			ledger_ended(&e, i, 10, 10);
	assert_true(ledger_left_ns(&e, 1, 0) == 0);
	assert_true(e.unmet_left_ns > -1e-6 && e.unmet_left_ns < 1e-6);
	ledger_release(&e);
}

static void test_estimate_follows_what_launches_take(void **state)
{
	struct ledger e;

	(void)state;
	ledger_init(&e, 2);
	for (int i = 0; i < 10; i++) {
		ledger_expect(&e, 0, 100);
		ledger_expect(&e, 1, 100);
	}
	assert_true(ledger_left_ns(&e, 1, 0) == 2000);
	assert_true(ledger_left_ns(&e, 2, 0) == 1000);
	ledger_ended(&e, 0, 300, 300); /* what was seen replaces what was guessed */
	assert_true(ledger_left_ns(&e, 1, 0) == 3700);
	ledger_ended(&e, 1, 125, 100); /* a fifth of it was tuning */
	assert_true(ledger_left_ns(&e, 1, 0) == 3600);
	for (int i = 0; i < 4; i++)
		ledger_ended(&e, 0, 300, 300); /* left: five of 300, nine of 100 */
	assert_true(ledger_left_ns(&e, 1, 0) == 2400);
	/* 1625 ns of launches took 3250: as much again passes between them. */
	assert_true(ledger_left_ns(&e, 1, 3250) == 4800);
	for (int i = 0; i < 20; i++) {
		ledger_ended(&e, 0, 300, 300);
		ledger_ended(&e, 1, 100, 100);
	}
	assert_true(ledger_left_ns(&e, 1, 0) == 0);
	ledger_release(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_estimate_follows_what_launches_take),
		cmocka_unit_test(test_estimate_learns_for_those_not_met),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
