/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "tests/unit/support/doctor_case.h"

static void test_checksums(void **state)
{
	(void)state;
	for (int wrong = 0; wrong <= 1; wrong++) {
		struct log log = case_log();

		case_bench(&log, "Bench", case_healthy, 0);
		for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
			struct evidence *evidence = log.benchmarks[0].launches[i].evidence;

			evidence->result.has_checksum = true;
			evidence->result.checksum = 7;
		}
		log.benchmarks[0].launches[19].evidence->result.checksum += (uint64_t)wrong;
		assert_string_equal(case_verdict(&log, "verify"), wrong ? "error" : "none");
	}
}

/* Checksums that differ between launches of as many iterations are the processes', not n's. */
static void test_checksums_by_lot(void **state)
{
	struct log log = case_log();
	struct audit audit;
	const struct finding *finding;

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		struct launch *launch = case_add(&log, "Lot", 1, 100e3, 20);

		launch->round = k;
		launch->evidence->result.has_checksum = true;
		launch->evidence->result.checksum = k;
	}
	audit = case_audit(&log);
	finding = case_finding(&audit, "verify", "Lot");
	assert_non_null(finding);
	assert_non_null(strstr(finding->message, "in another"));
	assert_non_null(strstr(finding->advice, "between processes"));
	audit_release(&audit);
	log_release(&log);
}

/* The harness has one status for both. */
static void test_set_up_is_no_result(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct launch *launch = case_add(&log, i ? "SetUp" : "Wrong", 1, 100e3, 20);

		launch->status = OUTCOME_VERIFY;
		free(launch->evidence->detail);
		launch->evidence->detail =
			memory_text(i ? "set-up returned -1" : "sum 3, not 4");
	}
	audit = case_audit(&log);
	assert_non_null(
		strstr(case_finding(&audit, "fails", "SetUp")->message, "its set-up failed"));
	assert_null(case_finding(&audit, "verify", "SetUp"));
	assert_null(case_finding(&audit, "fails", "Wrong"));
	assert_non_null(strstr(case_finding(&audit, "verify", "Wrong")->message,
		"check of its result failed: sum 3, not 4"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_checksums),
		cmocka_unit_test(test_checksums_by_lot),
		cmocka_unit_test(test_set_up_is_no_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
