/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/memory.h"
#include "doctor/audit_words.h"
#include "doctor/plot.h"
#include "tests/unit/support/ward.h"

/* Logs at the edge of what a check can answer, limits that are set, and what is said of it. */

static double healthy(double n)
{
	return 100e3 * n;
}

static double set_up(double n)
{
	return 100e3 * n + 50e3;
}

static bool is_unanswered(const struct audit *audit, const char *check)
{
	for (size_t i = 0; i < audit->unanswered_count; i++)
		if (!strcmp(audit->unanswered[i].check->name, check))
			return true;
	return false;
}

static const char *with_limit(
	struct log *log, const char *key, double value, const char *check, const char *name)
{
	struct settings settings = { 0 };
	const struct finding *finding;
	const char *verdict;
	struct audit audit;
	struct err e;

	assert_int_equal(settings_set(&settings, key, value, &e), 0);
	audit = ward_audit_with(log, &settings);
	finding = ward_finding(&audit, check, name);
	verdict = finding ? severity_name(finding->severity) : "none";
	audit_release(&audit);
	settings_release(&settings);
	return verdict;
}

/* An error is one, also where its limit is below the one of the warning. */
static void test_errors_below_the_warning(void **state)
{
	struct log log = ward_log();

	(void)state;
	ward_patient(&log, "Patient", healthy, 0.01);
	assert_string_equal(
		with_limit(&log, "runtime-long.error", 50e3, "runtime-long", "Patient"),
		"error");
	assert_string_equal(
		with_limit(&log, "runtime-long.error", 150e3, "runtime-long", "Patient"),
		"none");
	assert_string_equal(with_limit(&log, "noise.error", 1e-4, "noise", "Patient"), "error");
	log_release(&log);
}

static struct launch *add(
	struct log *log, const char *name, int64_t iterations, double ns, size_t count)
{
	double samples[40];

	assert_true(count <= 40);
	for (size_t i = 0; i < count; i++)
		samples[i] = ns;
	return ward_launch(log, name, iterations, samples, count);
}

/* How launches end counts, also where they were to confirm something alone. */
static void test_failures_alone(void **state)
{
	struct log log = ward_log();
	struct launch *launch;
	struct audit audit;

	(void)state;
	log_add_meta(&log, PATIENT_META, "1");
	ward_patient(&log, "Leaves", set_up, 0);
	launch = add(&log, "Leaves", 1, 150e3, 20);
	launch->stage = 2;
	launch->evidence->leftover = 2;
	ward_patient(&log, "Crashes", set_up, 0);
	launch = add(&log, "Crashes", 1, 150e3, 20);
	launch->stage = 2;
	launch->status = OUTCOME_SIGNAL;
	for (size_t b = 0; b < log.benchmark_count; b++)
		for (size_t i = 0; i < log.benchmarks[b].launch_count; i++)
			log.benchmarks[b].launches[i].round = (uint32_t)i + 1;
	audit = ward_audit(&log);
	assert_non_null(ward_finding(&audit, "fails", "Leaves"));
	assert_non_null(ward_finding(&audit, "fails", "Crashes"));
	ward_near(ward_number(ward_finding(&audit, "fails", "Leaves"), "leftover"), 2, 0);
	audit_release(&audit);
	log_release(&log);
}

static const char *told_of_failures(struct log *log, char *text, size_t size)
{
	struct audit audit = ward_audit(log);
	const struct finding *finding = ward_finding(&audit, "fails", "Patient");

	assert_non_null(finding);
	assert_true(strlen(finding->message) < size);
	strcpy(text, finding->message);
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
	struct log log = ward_log();
	char text[200];

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		add(&log, "Patient", 1, 100e3, 20)->round = k;
		add(&log, "Patient", 4, 100e3, 20);
		fail_last(&log, OUTCOME_SIGNAL, "SIGSEGV");
	}
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"3 launches ended with signal SIGSEGV, all those of 4 iterations and no "
		"others");
	add(&log, "Patient", 2, 100e3, 20);
	fail_last(&log, OUTCOME_GARBLED, "no row");
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"4 launches failed, the first one with signal SIGSEGV");
	log_release(&log);

	log = ward_log();
	add(&log, "Patient", 2, 100e3, 20);
	fail_last(&log, OUTCOME_GARBLED, "no row");
	assert_string_equal(told_of_failures(&log, text, sizeof(text)),
		"1 launch ended with garbled: no row");
	log_release(&log);
}

static double a_ms_and_a_half(double n)
{
	return 1.5e6 * n;
}

static double three_ms(double n)
{
	return 3e6 * n;
}

static void add_alone(struct log *log, const char *name, double ns)
{
	for (int64_t n = 1; n <= 8; n *= 2)
		for (uint32_t k = 1; n != 4 && k <= 5; k++) {
			struct launch *launch = add(log, name, n, ns, 20);

			launch->stage = 2;
			launch->round = 100 + k;
		}
}

/* What is little too long beside others is measured again alone; what is far too long is not.
 */
static void test_long_beside_others(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, PATIENT_META, "1");
	ward_patient(&log, "Little", a_ms_and_a_half, 0);
	ward_patient(&log, "Much", three_ms, 0);
	audit = ward_audit(&log);
	assert_int_equal(audit_doubt(&audit, &audit.patients.items[0], NULL).launches, ALONE);
	assert_true(
		audit_doubt(&audit, &audit.patients.items[0], NULL).needs & NEED_TWO_COUNTS);
	assert_int_equal(audit_doubt(&audit, &audit.patients.items[1], NULL).launches, 0);
	assert_non_null(ward_finding(&audit, "runtime-long", "Little"));
	audit_release(&audit);

	add_alone(&log, "Little", 0.9e6);
	add_alone(&log, "Much", 0.9e6);
	audit = ward_audit(&log);
	assert_null(ward_finding(&audit, "runtime-long", "Little"));
	assert_non_null(ward_finding(&audit, "runtime-long", "Much"));
	audit_release(&audit);
	log_release(&log);
}

/* Checksums that differ between launches of as many iterations are the processes', not n's. */
static void test_checksums_by_lot(void **state)
{
	struct log log = ward_log();
	struct audit audit;
	const struct finding *finding;

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		struct launch *launch = add(&log, "Lot", 1, 100e3, 20);

		launch->round = k;
		launch->evidence->has_checksum = true;
		launch->evidence->checksum = k;
	}
	audit = ward_audit(&log);
	finding = ward_finding(&audit, "verify", "Lot");
	assert_non_null(finding);
	assert_non_null(strstr(finding->message, "in another"));
	assert_non_null(strstr(finding->advice, "between processes"));
	audit_release(&audit);
	log_release(&log);
}

/* Samples of 0 at one iteration count: what the clock cannot see is not fit. */
static void test_no_time_at_all(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	for (uint32_t k = 1; k <= 3; k++) {
		add(&log, "Zero", 1, 0, 20)->round = k;
		add(&log, "Short", 1, 3e3, 20)->round = k;
	}
	audit = ward_audit(&log);
	assert_non_null(ward_finding(&audit, "runtime-short", "Zero"));
	assert_int_equal(
		ward_finding(&audit, "runtime-short", "Zero")->severity, SEVERITY_ERROR);
	assert_int_equal(
		ward_finding(&audit, "runtime-short", "Short")->severity, SEVERITY_INFO);
	audit_release(&audit);
	log_release(&log);
}

/* With a coarse clock the advice says how much more work it takes: 20 us of 3. */
static void test_advice_for_a_coarse_clock(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	add(&log, "Short", 1, 3e3, 20)->clock_step_ns = 1000;
	audit = ward_audit(&log);
	assert_non_null(ward_finding(&audit, "runtime-short", "Short"));
	assert_non_null(strstr(ward_finding(&audit, "runtime-short", "Short")->advice,
		"at least 7 times as much"));
	audit_release(&audit);
	log_release(&log);
}

/* Few samples in a launch are no answer, and that is said. */
static void test_too_few_samples(void **state)
{
	static const char *const checks[] = { "drift", "dependence", "outliers" };
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	for (int64_t n = 1; n <= 8; n *= 2)
		for (uint32_t k = 1; k <= 5; k++)
			add(&log, "Few", n, 100e3, 5)->round = k;
	audit = ward_audit(&log);
	for (size_t i = 0; i < 3; i++)
		assert_true(is_unanswered(&audit, checks[i]));
	assert_false(is_unanswered(&audit, "modes")); /* there are 20 launches */
	assert_false(is_unanswered(&audit, "noise"));
	audit_release(&audit);
	log_release(&log);

	log = ward_log();
	add(&log, "One", 1, 100e3, 5);
	add(&log, "Twelve", 1, 100e3, 12);
	audit = ward_audit(&log);
	assert_true(is_unanswered(&audit, "modes"));
	for (size_t i = 0; i < audit.unanswered_count; i++)
		if (!strcmp(audit.unanswered[i].check->name, "dependence"))
			assert_int_equal(audit.unanswered[i].benchmarks, 2);
		else if (!strcmp(audit.unanswered[i].check->name, "drift"))
			assert_int_equal(audit.unanswered[i].benchmarks, 1);
	audit_release(&audit);
	log_release(&log);
}

/* A foreign log that lost the order of its samples still tells of modes and outliers. */
static void test_sorted_samples(void **state)
{
	struct log log = ward_log();
	uint64_t random = 3;
	struct audit audit;

	(void)state;
	for (uint32_t k = 1; k <= 5; k++) {
		double samples[100];
		struct launch *launch;

		for (int i = 0; i < 100; i++)
			samples[i] = (i < 60 ? 100e3 : 150e3) * (1 + i * 1e-6) +
				     100 * ward_normal(&random);
		launch = ward_launch(&log, "Sorted", 1, samples, 100);
		launch->evidence->samples_sorted = true;
		launch->round = k;
	}
	audit = ward_audit(&log);
	assert_non_null(ward_finding(&audit, "modes", "Sorted"));
	assert_false(is_unanswered(&audit, "outliers"));
	assert_true(is_unanswered(&audit, "drift"));
	assert_true(is_unanswered(&audit, "dependence"));
	assert_null(ward_finding(&audit, "drift", "Sorted"));
	audit_release(&audit);
	log_release(&log);
}

/* A waiver of a benchmark that cannot be answered is not told as unused because of another. */
static void test_unused_waivers(void **state)
{
	struct log log = ward_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	ward_patient(&log, "Many", healthy, 0);
	add(&log, "Few", 1, 100e3, 5);
	assert_int_equal(settings_waive(&settings, "drift:Few", "few", &e), 0);
	assert_int_equal(settings_waive(&settings, "drift:Many", "many", &e), 0);
	audit = ward_audit_with(&log, &settings);
	assert_int_equal(audit.unused_count, 1);
	assert_string_equal(audit.unused[0]->origin, "many");
	audit_release(&audit);
	settings_release(&settings);
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
	ward_patient(&log, "First", healthy, 0);
	ward_patient(&log, "Second", healthy, 0);
	log_finish(&log);
	audit_logs(&audit, &log, 1, &settings, &choice);
	assert_non_null(ward_finding(&audit, "build", "Second"));
	audit_release(&audit);
	log_release(&log);
}

/* In logs of a paired run the builds of a benchmark have names of their own. */
static void test_builds_are_told_apart(void **state)
{
	struct log log = ward_log();
	struct audit audit;
	char *name;

	(void)state;
	log_add_launch(log_add_benchmark(&log, "s", "Patient", "new"))->status =
		OUTCOME_SKIPPED;
	audit = ward_audit(&log);
	name = audit_words_name(&audit, &audit.patients.items[0]);
	assert_string_equal(name, "Patient (new)");
	free(name);
	audit_release(&audit);
	log_release(&log);
}

static void expect_line(double once, double each, const char *expected)
{
	char *text = plot_line_text(&(struct plot_line){ once, each, 4 });

	assert_string_equal(text, expected);
	free(text);
}

static void test_plot_texts(void **state)
{
	char top[128];

	(void)state;
	expect_line(50e3, 100e3, "50.0 us + n x 100 us");
	expect_line(-50e3, 100e3, "n x 100 us - 50.0 us");
	expect_line(50e3, -1e3, "50.0 us - n x 1.00 us");
	assert_null(plot_line_text(&(struct plot_line){ NAN, NAN, 1 }));
	assert_string_equal(plot_top_text(top, 0, 840e3), "840 us");
	assert_string_equal(plot_top_text(top, 100e3, 110e3), "110 us");
	assert_string_equal(plot_top_text(top, 100e3, 100.3e3), "+0.3 %");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors_below_the_warning),
		cmocka_unit_test(test_failures_alone),
		cmocka_unit_test(test_failures_tell_which),
		cmocka_unit_test(test_long_beside_others),
		cmocka_unit_test(test_checksums_by_lot),
		cmocka_unit_test(test_no_time_at_all),
		cmocka_unit_test(test_advice_for_a_coarse_clock),
		cmocka_unit_test(test_too_few_samples),
		cmocka_unit_test(test_sorted_samples),
		cmocka_unit_test(test_unused_waivers),
		cmocka_unit_test(test_build_of_some),
		cmocka_unit_test(test_builds_are_told_apart),
		cmocka_unit_test(test_plot_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
