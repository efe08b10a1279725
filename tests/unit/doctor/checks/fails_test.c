/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "tests/unit/support/doctor_case.h"

static const char *outcome_verdict(const char *check, enum outcome outcome, int64_t leftover)
{
	const double samples[] = { 100e3, 100e3, 100e3 };
	struct log log = case_log();
	struct launch *launch;

	case_bench(&log, "Bench", case_healthy, 0);
	launch = case_launch(&log, "Bench", 1, samples, 3);
	launch->status = (uint8_t)outcome;
	launch->evidence->leftover = leftover;
	return case_verdict(&log, check);
}

static void test_fails(void **state)
{
	(void)state;
	assert_string_equal(outcome_verdict("fails", OUTCOME_OK, 0), "none");
	assert_string_equal(outcome_verdict("fails", OUTCOME_OK, 1), "error");
	assert_string_equal(outcome_verdict("fails", OUTCOME_EXIT, 0), "error");
	assert_string_equal(outcome_verdict("fails", OUTCOME_SIGNAL, 0), "error");
	assert_string_equal(outcome_verdict("fails", OUTCOME_TIMEOUT, 0), "error");
	assert_string_equal(outcome_verdict("fails", OUTCOME_GARBLED, 0), "error");
	assert_string_equal(outcome_verdict("fails", OUTCOME_SKIPPED, 0), "none");
	assert_string_equal(outcome_verdict("fails", OUTCOME_VERIFY, 0), "none");
	assert_string_equal(outcome_verdict("verify", OUTCOME_VERIFY, 0), "error");
	assert_string_equal(outcome_verdict("verify", OUTCOME_OK, 0), "none");
}

static double set_up(double n)
{
	return 100e3 * n + 50e3;
}

/* How launches end counts, also where they were to confirm something alone. */
static void test_failures_alone(void **state)
{
	struct log log = case_log();
	struct launch *launch;
	struct audit audit;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench(&log, "Leaves", set_up, 0);
	launch = case_add(&log, "Leaves", 1, 150e3, 20);
	launch->stage = 2;
	launch->evidence->leftover = 2;
	case_bench(&log, "Crashes", set_up, 0);
	launch = case_add(&log, "Crashes", 1, 150e3, 20);
	launch->stage = 2;
	launch->status = OUTCOME_SIGNAL;
	for (size_t b = 0; b < log.benchmark_count; b++)
		for (size_t i = 0; i < log.benchmarks[b].launch_count; i++)
			log.benchmarks[b].launches[i].round = (uint32_t)i + 1;
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "fails", "Leaves"));
	assert_non_null(case_finding(&audit, "fails", "Crashes"));
	case_near(case_number(case_finding(&audit, "fails", "Leaves"), "leftover"), 2, 0);
	audit_release(&audit);
	log_release(&log);
}

static const char *told_of_failures(struct log *log, char *text, size_t size)
{
	struct audit audit = case_audit(log);
	const struct finding *finding = case_finding(&audit, "fails", "Bench");

	assert_non_null(finding);
	assert_true(strlen(finding->message) < size);
	snprintf(text, size, "%s", finding->message);
	audit_release(&audit);
	return text;
}

static void fail_last(struct log *log, enum outcome outcome, const char *detail)
{
	struct log_benchmark *benchmark = &log->benchmarks[log->benchmark_count - 1];
	struct launch *launch = &benchmark->launches[benchmark->launch_count - 1];

	launch->status = outcome;
	launch->round = (uint32_t)benchmark->launch_count;
	free(launch->evidence->detail);
	launch->evidence->detail = memory_text(detail);
}

/* Which launches failed helps to find out why. */
static void test_failures_tell_which(void **state)
{
	struct log log = case_log();
	char text[200];

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		case_add(&log, "Bench", 1, 100e3, 20)->round = k;
		case_add(&log, "Bench", 4, 100e3, 20);
		fail_last(&log, OUTCOME_SIGNAL, "SIGSEGV");
	}
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"3 launches ended with signal SIGSEGV, all those of 4 iterations and no "
		"others");
	case_add(&log, "Bench", 2, 100e3, 20);
	fail_last(&log, OUTCOME_GARBLED, "no row");
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"4 launches failed, the first one with signal SIGSEGV");
	log_release(&log);

	log = case_log();
	case_add(&log, "Bench", 2, 100e3, 20);
	fail_last(&log, OUTCOME_GARBLED, "no row");
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"1 launch ended with garbled: no row");
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fails),
		cmocka_unit_test(test_failures_alone),
		cmocka_unit_test(test_failures_tell_which),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
