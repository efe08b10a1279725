/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/settings_read.h"
#include "tests/unit/support/ward.h"

/* Logs at the edge of what a check can answer, and limits that are set. */

static double healthy(double n)
{
	return 100e3 * n;
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
	ward_bench(&log, "Patient", healthy, 0.01);
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
	log_add_meta(&log, DOCTOR_META, "1");
	ward_bench(&log, "Little", a_ms_and_a_half, 0);
	ward_bench(&log, "Much", three_ms, 0);
	audit = ward_audit(&log);
	assert_int_equal(audit_doubt(&audit, &audit.benches.items[0], NULL).launches, ALONE);
	assert_true(audit_doubt(&audit, &audit.benches.items[0], NULL).needs & NEED_TWO_COUNTS);
	assert_int_equal(audit_doubt(&audit, &audit.benches.items[1], NULL).launches, 0);
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

/* Launches of `bdriver run` differ in memory by address space randomisation. */
static void test_memory_of_plain_runs(void **state)
{
	(void)state;
	for (int plain = 0; plain <= 1; plain++) {
		struct log log = ward_log();
		struct audit audit;

		for (uint32_t k = 1; k <= 5; k++) {
			struct launch *launch = add(&log, "Patient", 1, 100e3, 20);

			launch->round = k;
			launch->peak_kib = 4000 + 40 * (int64_t)k;
		}
		if (plain)
			log_add_meta(&log, "version", "0.1.0");
		audit = ward_audit(&log);
		assert_true((ward_finding(&audit, "memory-range", "Patient") == NULL) == plain);
		assert_true(is_unanswered(&audit, "memory-range") == plain);
		audit_release(&audit);
		log_release(&log);
	}
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

/* Where a log does not tell the iterations, they are those of its place among the logs. */
static void test_iterations_not_told(void **state)
{
	struct log log = ward_log();
	double samples[24];
	struct audit audit;

	(void)state;
	for (int i = 0; i < 24; i++)
		samples[i] = i % 6 ? 5e6 : 5.02e6;
	for (uint32_t k = 1; k <= 5; k++) {
		struct launch *launch = ward_launch(&log, "Untold", 1, samples, 24);

		launch->iterations = -1;
		launch->round = k;
		launch->evidence->has_checksum = true;
		launch->evidence->checksum = k;
	}
	audit = ward_audit(&log);
	assert_null(ward_finding(&audit, "outliers", "Untold"));
	ward_near(ward_number(ward_finding(&audit, "verify", "Untold"), "first_iterations"), 1,
		0);
	audit_release(&audit);
	log_release(&log);
}

static const char *modes_of_rounded(const char *format, uint64_t *random)
{
	struct log log = ward_log();
	double samples[40];

	log.format = format;
	log.per_iteration = strcmp(format, "bdriver") != 0;
	for (uint32_t k = 1; k <= 5; k++) {
		struct launch *launch;

		for (int i = 0; i < 40; i++)
			samples[i] = round(3.5 + 0.05 * ward_normal(random)) * 1000;
		launch = ward_launch(&log, "Rounded", 78, samples, 40);
		launch->clock_step_ns = 1000;
		launch->round = k;
	}
	return ward_verdict(&log, "modes");
}

/* Whole microseconds an iteration, as in Swift's logs, are no two modes; in a log of our own a
 * clock of 1 us would tell 78 iterations of 3 from those of 4. */
static void test_rounded_values(void **state)
{
	uint64_t random = 9;

	(void)state;
	assert_string_equal(modes_of_rounded("swift-verbose", &random), "none");
	assert_string_equal(modes_of_rounded("bdriver", &random), "warning");
}

static const char *noise_of_rounded(double step)
{
	static const double medians[] = { 3e3, 4e3, 3e3, 4e3, 4e3 };
	struct log log = ward_log();

	for (uint32_t k = 0; k < 5; k++) {
		struct launch *launch = add(&log, "Rounded", 1, medians[k], 20);

		launch->clock_step_ns = step;
		launch->round = k + 1;
	}
	return ward_verdict(&log, "noise");
}

/* Nor are launches noisy that differ by one step of the clock. */
static void test_rounded_launches(void **state)
{
	(void)state;
	assert_string_equal(noise_of_rounded(1000), "none");
	assert_string_equal(noise_of_rounded(500), "error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors_below_the_warning),
		cmocka_unit_test(test_long_beside_others),
		cmocka_unit_test(test_no_time_at_all),
		cmocka_unit_test(test_advice_for_a_coarse_clock),
		cmocka_unit_test(test_too_few_samples),
		cmocka_unit_test(test_memory_of_plain_runs),
		cmocka_unit_test(test_sorted_samples),
		cmocka_unit_test(test_iterations_not_told),
		cmocka_unit_test(test_rounded_values),
		cmocka_unit_test(test_rounded_launches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
