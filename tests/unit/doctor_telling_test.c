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

#include "compare/base/memory.h"
#include "compare/log/finish.h"
#include "doctor/report/plot.h"
#include "doctor/report/words.h"
#include "doctor/settings_read.h"
#include "tests/unit/support/ward.h"

/* What is told of failures, checksums, builds, waivers and pictures. */

static double healthy(double n)
{
	return 100e3 * n;
}

static double set_up(double n)
{
	return 100e3 * n + 50e3;
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
	log_add_meta(&log, DOCTOR_META, "1");
	ward_bench(&log, "Leaves", set_up, 0);
	launch = add(&log, "Leaves", 1, 150e3, 20);
	launch->stage = 2;
	launch->evidence->leftover = 2;
	ward_bench(&log, "Crashes", set_up, 0);
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

/* A waiver of a benchmark that cannot be answered is not told as unused because of another. */
static void test_unused_waivers(void **state)
{
	struct log log = ward_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	ward_bench(&log, "Many", healthy, 0);
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
	ward_bench(&log, "First", healthy, 0);
	ward_bench(&log, "Second", healthy, 0);
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
	name = audit_words_name(&audit, &audit.benches.items[0]);
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
		cmocka_unit_test(test_failures_alone),
		cmocka_unit_test(test_failures_tell_which),
		cmocka_unit_test(test_checksums_by_lot),
		cmocka_unit_test(test_unused_waivers),
		cmocka_unit_test(test_build_of_some),
		cmocka_unit_test(test_builds_are_told_apart),
		cmocka_unit_test(test_plot_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
