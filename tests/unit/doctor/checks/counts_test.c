/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/finish.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

/* counts: of three launches, in the log's metadata; NULL: none. */
static const char *verdict_of(const char *counts)
{
	const char *const only[] = { "counts", NULL };
	const struct audit_choice named = { .only = only };
	struct settings settings = { 0 };
	struct log log = case_log();
	struct audit audit;
	const char *verdict;

	case_bench(&log, "Bench", case_healthy, 0.001);
	if (counts)
		log_add_meta(&log, "instructions.s/Bench", counts);
	log_finish(&log);
	audit_logs(&audit, &log, 1, &settings, &named);
	verdict = audit.findings.count     ? severity_name(audit.findings.items[0].severity)
		  : audit.unanswered_count ? "unanswered"
					   : "none";
	audit_release(&audit);
	log_release(&log);
	return verdict;
}

static void test_counts(void **state)
{
	(void)state;
	assert_string_equal(verdict_of("2000000 2000000 2000000"), "none");
	/* The limit is .1 %. */
	assert_string_equal(verdict_of("20000000 20019000 20003000"), "none");
	assert_string_equal(verdict_of("20021000 20019000 20000000"), "warning");
	assert_string_equal(verdict_of("2000000 2000000 4000000"), "warning");
	/* Of a benchmark that does next to nothing: the samples have other digits. */
	assert_string_equal(verdict_of("311038 312343 311500"), "none");
	assert_string_equal(verdict_of("311038 317038 311500"), "warning");
	assert_string_equal(verdict_of(NULL), "unanswered");
}

/* It takes so long that only who names it gets it. */
static void test_on_request(void **state)
{
	struct log log = case_log();

	(void)state;
	case_bench(&log, "Bench", case_healthy, 0.001);
	log_add_meta(&log, "instructions.s/Bench", "2000000 2000000 4000000");
	assert_string_equal(case_verdict(&log, "counts"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_on_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
