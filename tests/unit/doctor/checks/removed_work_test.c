/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/finish.h"
#include "tests/unit/support/doctor_case.h"

static double with_setup(double n)
{
	return 50e3 + 100e3 * n;
}

static double forgot_n(double n)
{
	(void)n;
	return 100e3;
}

/* As a clock with a step of 1 ns sees work that is optimised away. */
static double optimised_away(double n)
{
	return n > 4 ? 21 : 20;
}

static double half_a_ns(double n)
{
	return 20 + 0.5 * n;
}

/* A slope of about zero is removed-work alone: there is nothing beside the "set-up". */
static void test_time(void **state)
{
	(void)state;
	case_expect("removed-work", forgot_n, "error");
	case_expect("setup-overhead", forgot_n, "none");
	case_expect("linearity", forgot_n, "none");
	case_expect("runtime-short", forgot_n, "none");
	case_expect("removed-work", optimised_away, "error");
	case_expect("removed-work", half_a_ns, "none");
	case_expect("removed-work", case_healthy, "none");
	case_expect("removed-work", with_setup, "none");
}

static double tenth_of_us(double n)
{
	return 20 + 100 * n;
}

/* loop: what the code says; NULL: nothing. name: of the check, as it is chosen. */
static char *message_of(const char *loop, double (*t)(double), const char *name)
{
	const char *const only[] = { name, NULL };
	const struct audit_choice named = { .only = only };
	struct settings settings = { 0 };
	struct log log = case_log();
	struct audit audit;
	char *message;

	case_bench(&log, "Bench", t, 0.001);
	if (loop)
		log_add_meta(&log, "timed_loop.s/Bench", loop);
	log_finish(&log);
	audit_logs(&audit, &log, 1, &settings, &named);
	message = memory_text(audit.findings.count ? audit.findings.items[0].message : "none");
	audit_release(&audit);
	log_release(&log);
	return message;
}

static void expect(const char *loop, double (*t)(double), const char *expected)
{
	AUTO_FREE char *message = message_of(loop, t, "removed-work");

	assert_string_equal(message, expected);
}

static void test_code(void **state)
{
	AUTO_FREE char *old_name = message_of("gone 0 ", half_a_ns, "runtime-zero");

	(void)state;
	expect(NULL, half_a_ns, "none");
	expect("counts 2 sub rax, 0x01; jnz back", half_a_ns,
		"the timed loop only counts: 2 instructions, 0.50 ns");
	expect("stores 3 mov [rsp], rcx; sub rax, 0x01; jnz back", half_a_ns,
		"the timed loop only counts and stores what was computed before it: "
		"3 instructions, 0.50 ns");
	assert_string_equal(
		old_name, "nothing is left of the timed loop: 0.50 ns per iteration");
	/* Another loop than the one that was read. */
	expect("counts 2 sub rax, 0x01; jnz back", tenth_of_us, "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
