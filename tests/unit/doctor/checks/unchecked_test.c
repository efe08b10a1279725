/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

/* Of a benchmark whose launches, from the given one on, have these. */
static const char *verdict_from(size_t first, int verified, bool has_checksum)
{
	struct log log = case_log();

	case_bench(&log, "Bench", case_healthy, 0);
	for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
		struct evidence *evidence = log.benchmarks[0].launches[i].evidence;

		evidence->result.verified = i < first ? 0 : verified;
		evidence->result.has_checksum = i >= first && has_checksum;
	}
	return case_verdict(&log, "unchecked");
}

static void test_unchecked(void **state)
{
	(void)state;
	assert_string_equal(verdict_from(0, 0, false), "warning");
	assert_string_equal(verdict_from(0, 1, false), "none");
	assert_string_equal(verdict_from(0, 0, true), "none");
	/* One launch that is checked is enough, and so is one of which it is not known. */
	assert_string_equal(verdict_from(19, 1, false), "none");
	assert_string_equal(verdict_from(19, -1, false), "none");
}

static void test_log_without_the_column_has_no_answer(void **state)
{
	struct log log = case_log();
	struct audit audit;
	bool unanswered = false;

	(void)state;
	case_add(&log, "Bench", 1, 100e3, 20)->evidence->result.verified = -1;
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "unchecked", "Bench"));
	for (size_t i = 0; i < audit.unanswered_count; i++)
		unanswered |= audit.unanswered[i].missing & NEED_VERIFIED;
	assert_true(unanswered);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unchecked),
		cmocka_unit_test(test_log_without_the_column_has_no_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
