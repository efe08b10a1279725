/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/checks.h"
#include "doctor/report/report.h"
#include "tests/unit/support/doctor_case.h"

static double healthy(double n)
{
	return 100e3 * n;
}

/* Launches of the doctor's second stage, that differ by a factor with an SD of `sd`. */
static void add_alone(struct log *log, const char *name, double sd, uint64_t *random)
{
	for (uint32_t i = 0; i < 20; i++) {
		double samples[20], factor = exp(sd * case_normal(random));
		struct launch *launch;

		for (int k = 0; k < 20; k++)
			samples[k] = 100e3 * factor;
		launch = case_launch(log, name, 8, samples, 20);
		launch->stage = 2;
		launch->round = i + 1;
	}
}

/* `noisy` of `benchmarks`. */
static struct audit audit_of_some(struct log *log, int benchmarks, int noisy)
{
	uint64_t random = 5;

	*log = case_log();
	log_add_meta(log, DOCTOR_META, "1");
	for (int i = 0; i < benchmarks; i++) {
		char name[24];

		snprintf(name, sizeof(name), "Bench/%d", i);
		case_bench(log, name, healthy, 0);
		for (uint32_t k = 0; i < noisy && k < 5; k++) {
			double samples[20];

			for (int s = 0; s < 20; s++)
				samples[s] = 100e3 * (1 + k * (i ? 0.05 : 0.4));
			case_launch(log, name, 16, samples, 20)->round = k + 10;
		}
		if (i < noisy)
			add_alone(log, name, i ? 0.05 : 0.4, &random);
	}
	return case_audit(log);
}

static struct audit audit_of_noisy(struct log *log, int noisy)
{
	return audit_of_some(log, 30, noisy);
}

/* What most benchmarks have is the machine's, unless it stands out; of a few it is their own.
 */
static void test_noisy_machine(void **state)
{
	struct log log;
	struct audit audit = audit_of_noisy(&log, 24);

	(void)state;
	assert_true(audit.noise.found);
	assert_int_equal(audit.noise.benchmarks, 24);
	assert_true(audit.noise.findings >= 23);
	assert_true(audit.noise.sd > 0.03 && audit.noise.sd < 0.07);
	assert_non_null(case_finding(&audit, "noise", "Bench/0"));
	assert_null(case_finding(&audit, "noise", "Bench/1"));
	assert_int_equal(audit.fit, 29);
	audit_release(&audit);
	log_release(&log);

	audit = audit_of_noisy(&log, 10);
	assert_false(audit.noise.found);
	assert_non_null(case_finding(&audit, "noise", "Bench/0"));
	assert_non_null(case_finding(&audit, "noise", "Bench/9"));
	audit_release(&audit);
	log_release(&log);
}

/* Few are noisy, but the launches tell that others used their cores. */
static void test_launches_tell_of_the_machine(void **state)
{
	struct log log;
	struct audit audit = audit_of_noisy(&log, 5);

	(void)state;
	audit_release(&audit);
	case_share(&log, 15);
	audit = case_audit(&log);
	assert_true(audit.noise.found);
	assert_true(audit.noise.not_quiet * 10 > audit.noise.launches);
	assert_non_null(case_finding(&audit, "noise", "Bench/0"));
	assert_null(case_finding(&audit, "noise", "Bench/1"));
	audit_release(&audit);

	case_share(&log, 1);
	audit = case_audit(&log);
	assert_false(audit.noise.found);
	assert_non_null(case_finding(&audit, "noise", "Bench/1"));
	audit_release(&audit);
	log_release(&log);
}

/* Also of few benchmarks, if few launches had their core alone: then the machine is too noisy
 * even for an SD beyond the limit of an error. */
static void test_few_benchmarks_on_a_busy_machine(void **state)
{
	(void)state;
	for (int noisy = 3; noisy <= 7; noisy += 4) {
		struct log log;
		struct audit audit = audit_of_some(&log, 8, noisy);
		struct settings settings = { 0 };

		assert_false(audit.noise.found);
		assert_non_null(case_finding(&audit, "noise", "Bench/1"));
		audit_release(&audit);
		case_occupy_some(&log, 4);
		case_limit(&settings, "noise.error", 0.03);
		audit = case_audit_with(&log, &settings);
		assert_true(audit.noise.not_quiet * 2 > audit.noise.launches);
		assert_null(case_finding(&audit, "modes", "Bench/1"));
		assert_null(case_finding(&audit, "noise", "Bench/1"));
		assert_null(case_finding(&audit, "noise", "Bench/2"));
		assert_non_null(case_finding(&audit, "noise", "Bench/0"));
		assert_true(audit.noise.most_noisy == (noisy == 7));
		audit_release(&audit);
		settings_release(&settings);
		log_release(&log);
	}
}

/* Launches, also alone, half of whose samples take `times` as long. */
static void add_two_speeds(struct log *log, const char *name, double times, uint64_t *random)
{
	for (uint32_t i = 0; i < 40; i++) {
		double samples[40];
		struct launch *launch;

		for (int k = 0; k < 40; k++)
			samples[k] =
				100e3 * exp(0.002 * case_normal(random)) * (k % 2 ? times : 1);
		launch = case_launch(log, name, i < 20 ? 1 << i / 5 : 8, samples, 40);
		launch->stage = i < 20 ? 1 : 2;
		launch->round = i + 1;
	}
}

static struct audit audit_of_speeds(struct log *log, int alike)
{
	uint64_t random = 5;

	*log = case_log();
	log_add_meta(log, DOCTOR_META, "1");
	for (int i = 0; i < 30; i++) {
		char name[16];

		snprintf(name, sizeof(name), "Bench/%d", i);
		if (i <= alike)
			add_two_speeds(log, name, i ? 1.1 + 0.002 * i : 1.4, &random);
		else
			case_bench(log, name, healthy, 0);
	}
	return case_audit(log);
}

/* Modes that five of thirty share are the machine's; those of one or of four are their own. */
static void test_two_speeds(void **state)
{
	(void)state;
	for (int alike = 4; alike <= 5; alike++) {
		struct log log;
		struct audit audit = audit_of_speeds(&log, alike);

		assert_int_equal(audit.noise.found, alike == 5);
		assert_int_equal(audit.noise.modes, alike == 5 ? 5 : 0);
		assert_non_null(case_finding(&audit, "modes", "Bench/0"));
		assert_true(!case_finding(&audit, "modes", "Bench/1") == (alike == 5));
		audit_release(&audit);
		log_release(&log);
	}
}

/* The only noisy one is its own median, and would never be three times that. */
static void test_gross_noise_of_one_is_its_own(void **state)
{
	struct log log;
	struct audit audit = audit_of_noisy(&log, 1);

	(void)state;
	audit_release(&audit);
	case_share(&log, 15);
	audit = case_audit(&log);
	assert_true(audit.noise.found);
	assert_int_equal(audit.noise.benchmarks, 1);
	assert_non_null(case_finding(&audit, "noise", "Bench/0"));
	audit_release(&audit);
	log_release(&log);
}

/* Without a quiet launch nothing can be told of noise, so that it is in doubt; unless none of
 * the checks that need one is asked. */
static void test_no_quiet_launch_is_a_doubt(void **state)
{
	struct log log = case_log();
	static const char *const only[] = { "memory-growth", NULL };
	const struct audit_choice few = { .only = only };
	struct audit audit;
	struct doubt doubt;

	(void)state;
	case_bench(&log, "Bench", healthy, 0);
	audit = case_audit(&log);
	assert_int_equal(audit_doubt(audit.benches.items, NULL).launches, 0);
	audit_release(&audit);
	case_share(&log, 1);
	audit = case_audit(&log);
	doubt = audit_doubt(audit.benches.items, NULL);
	assert_int_equal(doubt.launches, ALONE_MANY);
	assert_true(doubt.needs & NEED_QUIET);
	assert_int_equal(audit_doubt(audit.benches.items, &few).launches, 0);
	audit_release(&audit);
	log_release(&log);
}

static bool is_unanswered(const struct audit *audit, const char *check)
{
	for (size_t i = 0; i < audit->unanswered_count; i++)
		if (!strcmp(audit->unanswered[i].check->name, check))
			return true;
	return false;
}

/* Where no launch was quiet, those that were made alone answer, if they were. */
static void test_launches_alone_answer(void **state)
{
	struct log log = case_log();
	struct audit audit;
	uint64_t random = 11;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench(&log, "Calm", healthy, 0.001);
	case_bench(&log, "Noisy", healthy, 0.001);
	case_share(&log, 2);
	add_alone(&log, "Calm", 0.001, &random);
	add_alone(&log, "Noisy", 0.08, &random);
	audit = case_audit(&log);
	assert_false(is_unanswered(&audit, "noise"));
	assert_null(case_finding(&audit, "noise", "Calm"));
	assert_non_null(case_finding(&audit, "noise", "Noisy"));
	/* The bench of a finding is the one that is shown. */
	assert_ptr_equal(
		case_finding(&audit, "noise", "Noisy")->bench, &audit.benches.items[1]);
	audit_release(&audit);

	case_share(&log, 2);
	audit = case_audit(&log);
	assert_true(is_unanswered(&audit, "noise"));
	assert_null(case_finding(&audit, "noise", "Noisy"));
	audit_release(&audit);
	log_release(&log);
}

/* Five launches that differ by 10 %, only the first one of them quiet. */
static void add_restless(struct log *log, const char *name)
{
	for (uint32_t k = 0; k < 5; k++) {
		double samples[20];
		struct launch *launch;

		for (int i = 0; i < 20; i++)
			samples[i] = 100e3 * (1 + 0.1 * k);
		launch = case_launch(log, name, 1, samples, 20);
		launch->round = k + 1;
		if (k)
			case_occupy(launch);
	}
}

/* What is found beside others, and cannot be confirmed as others ran beside the launches alone
 * as well, is not known; a plain run is not measured again. */
static void test_unconfirmed_is_not_known(void **state)
{
	struct log log = case_log();
	struct audit audit;
	struct settings settings = { 0 };
	struct err e;
	uint64_t random = 12;

	(void)state;
	add_restless(&log, "Restless");
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "noise", "Restless"));
	assert_true(is_unanswered(&audit, "noise"));
	audit_release(&audit);

	log_add_meta(&log, DOCTOR_META, "1");
	audit = case_audit(&log);
	assert_int_equal(audit_doubt(audit.benches.items, NULL).launches, ALONE_MANY);
	audit_release(&audit);
	add_alone(&log, "Restless", 0.1, &random);
	for (size_t i = 5; i < log.benchmarks[0].launch_count; i++)
		case_occupy(&log.benchmarks[0].launches[i]);
	assert_int_equal(settings_waive(&settings, "noise:Restless", "x", &e), 0);
	audit = case_audit_with(&log, &settings);
	assert_null(case_finding(&audit, "noise", "Restless"));
	assert_true(is_unanswered(&audit, "noise"));
	assert_int_equal(audit.unused_count, 0);
	audit_release(&audit);
	settings_release(&settings);

	for (size_t i = 5; i < log.benchmarks[0].launch_count; i++)
		log.benchmarks[0].launches[i].evidence->run_delay_ns = 0;
	audit = case_audit(&log);
	assert_non_null(case_finding(&audit, "noise", "Restless"));
	assert_false(is_unanswered(&audit, "noise"));
	audit_release(&audit);
	log_release(&log);
}

static double little_setup(double n)
{
	return 100e3 * n + 8e3;
}

static double much_setup(double n)
{
	return 100e3 * n + 30e3;
}

static double grows_little(double n)
{
	return n < 8 ? 100e3 * n : 850e3;
}

static double grows_much(double n)
{
	return 100e3 * n * n;
}

static void expect_structure(struct log *log, bool slight)
{
	struct audit audit = case_audit(log);

	assert_non_null(case_finding(&audit, "setup-overhead", "Much"));
	assert_non_null(case_finding(&audit, "linearity", "GrowsMuch"));
	assert_true(!!case_finding(&audit, "setup-overhead", "Little") == slight);
	assert_true(!!case_finding(&audit, "linearity", "GrowsLittle") == slight);
	audit_release(&audit);
}

/* On such a machine a slight excess is no finding, whether others shared the cores or made
 * launches wait; what is far beyond the limit is. */
static void test_slight_and_gross_findings(void **state)
{
	struct log log = case_log();

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench_twice(&log, "GrowsLittle", grows_little);
	case_bench_twice(&log, "GrowsMuch", grows_much);
	case_bench_twice(&log, "Little", little_setup);
	case_bench_twice(&log, "Much", much_setup);
	expect_structure(&log, true);
	case_share(&log, 2);
	expect_structure(&log, false);
	case_share(&log, 0);
	expect_structure(&log, true);
	case_occupy_some(&log, 1);
	expect_structure(&log, false);
	log_release(&log);
}

/* What is slight is measured with the limits that are set; and a waiver of a finding that was
 * put down to the machine is of use. */
static void test_slight_by_the_limits_that_are_set(void **state)
{
	struct log log = case_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench_twice(&log, "GrowsLittle", grows_little);
	case_bench_twice(&log, "GrowsMuch", grows_much);
	case_bench_twice(&log, "Little", little_setup);
	case_bench_twice(&log, "Much", much_setup);
	case_share(&log, 2);
	assert_int_equal(settings_waive(&settings, "setup-overhead:Little", "x", &e), 0);
	audit = case_audit_with(&log, &settings);
	assert_null(case_finding(&audit, "setup-overhead", "Little"));
	assert_null(case_finding(&audit, "linearity", "GrowsLittle"));
	assert_int_equal(audit.unused_count, 0);
	audit_release(&audit);

	/* 8 of 108 us, and a ratio of 2.25. */
	case_limit(&settings, "setup-overhead", 0.02);
	case_limit(&settings, "linearity.high", 2.05);
	audit = case_audit_with(&log, &settings);
	assert_non_null(case_finding(&audit, "setup-overhead", "Little"));
	assert_non_null(case_finding(&audit, "linearity", "GrowsLittle"));
	audit_release(&audit);

	/* 30 of 130 us, and a ratio of 4. */
	case_limit(&settings, "setup-overhead", 0.1);
	case_limit(&settings, "linearity.high", 2.9);
	audit = case_audit_with(&log, &settings);
	assert_null(case_finding(&audit, "setup-overhead", "Much"));
	assert_null(case_finding(&audit, "linearity", "GrowsMuch"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

/* How often a report says it. */
static int told(const struct audit *audit,
	void (*write)(const struct audit *, const struct audit_report_options *, FILE *))
{
	const struct audit_report_options options = { .width = 1000 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int n = 0;

	write(audit, &options, out);
	fclose(out);
	for (const char *at = text; (at = strstr(at, "too noisy to judge noise")); at++)
		n++;
	free(text);
	return n;
}

static void test_reports_tell_it_once(void **state)
{
	struct log log;
	struct audit audit = audit_of_noisy(&log, 24);

	(void)state;
	assert_int_equal(told(&audit, audit_text.write), 1);
	assert_int_equal(told(&audit, audit_markdown.write), 1);
	assert_int_equal(told(&audit, audit_junit.write), 1);
	assert_int_equal(told(&audit, audit_github.write), 1);
	audit_release(&audit);
	log_release(&log);

	audit = audit_of_noisy(&log, 10);
	assert_int_equal(told(&audit, audit_text.write) + told(&audit, audit_markdown.write) +
				 told(&audit, audit_junit.write) +
				 told(&audit, audit_github.write),
		0);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noisy_machine),
		cmocka_unit_test(test_launches_tell_of_the_machine),
		cmocka_unit_test(test_few_benchmarks_on_a_busy_machine),
		cmocka_unit_test(test_two_speeds),
		cmocka_unit_test(test_gross_noise_of_one_is_its_own),
		cmocka_unit_test(test_no_quiet_launch_is_a_doubt),
		cmocka_unit_test(test_launches_alone_answer),
		cmocka_unit_test(test_unconfirmed_is_not_known),
		cmocka_unit_test(test_slight_and_gross_findings),
		cmocka_unit_test(test_slight_by_the_limits_that_are_set),
		cmocka_unit_test(test_reports_tell_it_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
