/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/finish.h"
#include "tests/unit/support/doctor_case.h"

static const char *build_verdict(const char *flags)
{
	struct log log = case_log();

	log_add_meta(&log, "suite.s.flags", flags);
	case_bench(&log, "Bench", case_healthy, 0);
	return case_verdict(&log, "build");
}

static void test_build(void **state)
{
	(void)state;
	assert_string_equal(build_verdict("-O2 -DNDEBUG"), "none");
	assert_string_equal(build_verdict("optimized"), "none");
	assert_string_equal(build_verdict("-O0"), "warning");
	assert_string_equal(build_verdict("-g unoptimized"), "warning");
	assert_string_equal(build_verdict("-O2 assertions"), "warning");
	assert_string_equal(build_verdict("-O2 -fsanitize=address"), "warning");
}

static void test_words(void **state)
{
	static const char *const words[][2] = {
		{ " unoptimized assertions",
			"suite s is built without optimisation and with assertions" },
		{ "optimized assertions", "suite s is built with assertions" },
		{ "unoptimized", "suite s is built without optimisation" },
		{ "-g -O1 assertions sanitized",
			"suite s is built with a sanitizer and with assertions (-g -O1)" },
		{ "-O0", "suite s is built without optimisation (-O0)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct log log = case_log();
		struct audit audit;

		log_add_meta(&log, "suite.s.flags", words[i][0]);
		case_bench(&log, "Bench", case_healthy, 0);
		audit = case_audit(&log);
		assert_string_equal(
			case_finding(&audit, "build", "Bench")->message, words[i][1]);
		audit_release(&audit);
		log_release(&log);
	}
}

static void test_build_is_said_once_a_suite(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, "suite.s.flags", "-O0");
	case_bench(&log, "One", case_healthy, 0);
	case_bench(&log, "Two", case_healthy, 0);
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "build", "One"));
	assert_null(case_finding(&audit, "build", "Two"));
	audit_release(&audit);
	log_release(&log);
}

static bool is_second(void *ctx, const char *suite, const char *benchmark)
{
	(void)ctx;
	(void)suite;
	return !strcmp(benchmark, "Second");
}

/* How the suite was built is said at the first benchmark that is audited. */
static void test_build_of_some(void **state)
{
	const struct audit_choice choice = { .takes = is_second };
	struct log log = { .path = memory_text("x"), .format = "bdriver", .complete = true };
	struct settings settings = { 0 };
	struct audit audit;

	(void)state;
	log_add_meta(&log, "suite.s.flags", "-O0");
	case_bench(&log, "First", case_healthy, 0);
	case_bench(&log, "Second", case_healthy, 0);
	log_finish(&log);
	audit_logs(&audit, &log, 1, &settings, &choice);
	assert_non_null(case_finding(&audit, "build", "Second"));
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_build),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_build_is_said_once_a_suite),
		cmocka_unit_test(test_build_of_some),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
