/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
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
#include "doctor/report/report.h"
#include "doctor/report/words.h"
#include "doctor/settings_read.h"
#include "tests/unit/support/ward.h"

/* Names, outcomes, build; and the audit as a whole: order, counts, waivers, what a log lacks.
 */

static double healthy(double n)
{
	return 100e3 * n;
}

static double with_setup(double n)
{
	return 50e3 + 100e3 * n;
}

static double long_and_setup(double n)
{
	return 5e6 + 20e6 * n;
}

static double two_ms(double n)
{
	return 2e6 * n;
}

static double short_work(double n)
{
	return 3e3 * n;
}

static const char *name_verdict(const char *check, const char *name)
{
	struct log log = ward_log();

	ward_bench(&log, name, healthy, 0);
	return ward_verdict(&log, check);
}

static void test_names(void **state)
{
	(void)state;
	assert_string_equal(name_verdict("name-form", "Sort"), "none");
	assert_string_equal(name_verdict("name-form", "Sort/64/key=a_b.c"), "none");
	assert_string_equal(name_verdict("name-form", "Is.It?Yes!-1"), "none");
	assert_string_equal(name_verdict("name-form", "sort"), "error");
	assert_string_equal(name_verdict("name-form", "S"), "error");
	assert_string_equal(name_verdict("name-form", "Sort 64"), "error");
	assert_string_equal(name_verdict("name-form", "Sort/"), "error");
	assert_string_equal(name_verdict("name-form", "Sort_64"), "error");
	assert_string_equal(
		name_verdict("name-length", "N234567890123456789012345678901234567890"),
		"none");
	assert_string_equal(
		name_verdict("name-length", "N2345678901234567890123456789012345678901"),
		"error");
	/* Characters, not bytes. */
	assert_string_equal(
		name_verdict("name-length", "Größe/üüüüüüüüüüüüüüüüüüüüüüüüüüüüü"), "none");
	assert_string_equal(name_verdict("name-words", "ParseCSVRowFast"), "none");
	assert_string_equal(name_verdict("name-words", "ParseCSVRowFastNow"), "warning");
	assert_string_equal(name_verdict("name-words", "ParseRow/fast/now/64"), "none");
}

static void test_name_form_can_be_set(void **state)
{
	struct log log = ward_log();
	struct settings settings = { .name_form = memory_text("^[a-z_]+$") };
	struct audit audit;

	(void)state;
	ward_bench(&log, "lower_case", healthy, 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_null(ward_finding(&audit, "name-form", "lower_case"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static const char *build_verdict(const char *flags)
{
	struct log log = ward_log();

	log_add_meta(&log, "suite.s.flags", flags);
	ward_bench(&log, "Patient", healthy, 0);
	return ward_verdict(&log, "build");
}

static void test_build(void **state)
{
	(void)state;
	assert_string_equal(build_verdict("-O2 -DNDEBUG"), "none");
	assert_string_equal(build_verdict("-O0"), "warning");
	assert_string_equal(build_verdict("-g unoptimized"), "warning");
	assert_string_equal(build_verdict("-O2 assertions"), "warning");
	assert_string_equal(build_verdict("-O2 -fsanitize=address"), "warning");
}

static void test_build_is_said_once_a_suite(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, "suite.s.flags", "-O0");
	ward_bench(&log, "One", healthy, 0);
	ward_bench(&log, "Two", healthy, 0);
	audit = ward_audit(&log);
	assert_non_null(ward_finding(&audit, "build", "One"));
	assert_null(ward_finding(&audit, "build", "Two"));
	audit_release(&audit);
	log_release(&log);
}

static const char *outcome_verdict(const char *check, enum outcome outcome, int64_t leftover)
{
	const double samples[] = { 100e3, 100e3, 100e3 };
	struct log log = ward_log();
	struct launch *launch;

	ward_bench(&log, "Patient", healthy, 0);
	launch = ward_launch(&log, "Patient", 1, samples, 3);
	launch->status = (uint8_t)outcome;
	launch->evidence->leftover = leftover;
	return ward_verdict(&log, check);
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

static void test_checksums(void **state)
{
	(void)state;
	for (int wrong = 0; wrong <= 1; wrong++) {
		struct log log = ward_log();

		ward_bench(&log, "Patient", healthy, 0);
		for (size_t i = 0; i < log.benchmarks[0].launch_count; i++) {
			struct evidence *evidence = log.benchmarks[0].launches[i].evidence;

			evidence->has_checksum = true;
			evidence->checksum = 7;
		}
		log.benchmarks[0].launches[19].evidence->checksum += (uint64_t)wrong;
		assert_string_equal(ward_verdict(&log, "verify"), wrong ? "error" : "none");
	}
}

/* Every benchmark fails; nothing was measured. */
static void test_all_fail(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	log_add_launch(log_add_benchmark(&log, "s", "Dies", ""))->status = OUTCOME_SIGNAL;
	audit = ward_audit(&log);
	assert_int_equal(audit.errors, 1);
	assert_int_equal(audit.findings.count, 1);
	assert_non_null(ward_finding(&audit, "fails", "Dies"));
	assert_int_equal(audit.unanswered_count, 0);
	audit_release(&audit);
	log_release(&log);
}

/* Skipped, or failing with leave: neither fit nor not. */
static void test_not_audited(void **state)
{
	struct log log = ward_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;
	char *text;

	(void)state;
	ward_bench(&log, "Fine", healthy, 0);
	log_add_launch(log_add_benchmark(&log, "s", "Skipped", ""))->status = OUTCOME_SKIPPED;
	log_add_launch(log_add_benchmark(&log, "s", "Waived", ""))->status = OUTCOME_EXIT;
	log_add_launch(log_add_benchmark(&log, "s", "Dies", ""))->status = OUTCOME_SIGNAL;
	assert_int_equal(settings_waive(&settings, "fails:Waived", "a:1", &e), 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_int_equal(audit.fit, 1);
	assert_int_equal(audit.not_audited, 2);
	text = audit_words_counts(&audit);
	assert_string_equal(text, "1 of 4 benchmarks is fit: 1 error, 1 waived, 2 not audited");
	free(text);
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static struct log mixed(void)
{
	struct log log = ward_log();

	ward_bench(&log, "Fine", healthy, 0);
	ward_bench(&log, "Warned", two_ms, 0);
	ward_bench(&log, "Short", short_work, 0);
	ward_bench(&log, "TwoErrors", long_and_setup, 0);
	ward_bench(&log, "OneError", with_setup, 0);
	log_finish(&log);
	return log;
}

static void test_order_and_counts(void **state)
{
	static const char *const order[][2] = { { "TwoErrors", "setup-overhead" },
		{ "TwoErrors", "runtime-long" }, { "OneError", "setup-overhead" },
		{ "Warned", "runtime-long" }, { "Short", "runtime-short" } };
	struct log log = mixed();
	struct audit audit = ward_audit(&log);

	(void)state;
	assert_int_equal(audit.findings.count, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_string_equal(audit.findings.items[i].bench->name, order[i][0]);
		assert_string_equal(audit.findings.items[i].check->name, order[i][1]);
	}
	assert_int_equal(audit.fit, 2);
	assert_int_equal(audit.errors, 3);
	assert_int_equal(audit.warnings, 1);
	assert_int_equal(audit.infos, 1);
	audit_release(&audit);
	log_release(&log);
}

static void test_waivers(void **state)
{
	struct log log = mixed();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	assert_int_equal(settings_waive(&settings, "setup-overhead:One*", "a:1", &e), 0);
	assert_int_equal(settings_waive(&settings, "*:s/Warned", "a:2", &e), 0);
	assert_int_equal(settings_waive(&settings, "noise:Fine", "a:3", &e), 0);
	assert_int_equal(settings_waive(&settings, "nois:Fine", "a:4", &e), -1);
	assert_non_null(strstr(e.text, "noise"));
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_int_equal(audit.waived, 2);
	assert_int_equal(audit.errors, 2);
	assert_int_equal(audit.warnings, 0);
	assert_int_equal(audit.fit, 4);
	assert_true(ward_finding(&audit, "setup-overhead", "OneError")->waived);
	assert_int_equal(audit.unused_count, 1);
	assert_string_equal(audit.unused[0]->origin, "a:3");
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static bool not_warned(void *ctx, const char *suite, const char *benchmark)
{
	(void)ctx;
	assert_string_equal(suite, "s");
	return strcmp(benchmark, "Warned") != 0;
}

static void test_choice(void **state)
{
	static const char *const only[] = { "runtime-long", "setup-overhead", NULL };
	static const char *const skip[] = { "setup-overhead", NULL };
	struct audit_choice choice = { .only = only, .skip = skip, .takes = not_warned };
	struct log log = mixed();
	struct settings settings = { 0 };
	struct audit audit;

	(void)state;
	audit_logs(&audit, &log, 1, &settings, &choice);
	assert_int_equal(audit.benches.count, 4);
	assert_int_equal(audit.findings.count, 1);
	assert_non_null(ward_finding(&audit, "runtime-long", "TwoErrors"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static void test_limits(void **state)
{
	struct log log = mixed();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	assert_int_equal(settings_set(&settings, "runtime-long.warning", 3e6, &e), 0);
	assert_int_equal(settings_set(&settings, "setup-overhead", 0.5, &e), 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_null(ward_finding(&audit, "runtime-long", "Warned"));
	assert_null(ward_finding(&audit, "setup-overhead", "OneError"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

/* Two files of a foreign log that does not tell its iterations: 1 and 2. */
static void test_foreign_logs(void **state)
{
	const double first[] = { 150e3 }, second[] = { 125e3 };
	struct log logs[2] = { ward_log(), ward_log() };
	struct settings settings = { 0 };
	struct audit audit;

	(void)state;
	ward_launch(&logs[0], "Patient", -1, first, 1);
	ward_launch(&logs[1], "Patient", -1, second, 1);
	audit_logs(&audit, logs, 2, &settings, NULL);
	/* s = 2 (t1 - t2) */
	ward_near(ward_number(ward_finding(&audit, "setup-overhead", "Patient"), "setup_ns"),
		50e3, 1e-6);
	for (size_t i = 0; i < audit.unanswered_count; i++)
		assert_string_not_equal(audit.unanswered[i].check->name, "setup-overhead");
	audit_release(&audit);
	/* One of them alone cannot tell. */
	audit_logs(&audit, logs, 1, &settings, NULL);
	assert_int_equal(audit.findings.count, 0);
	assert_true(audit.unanswered_count >= 3);
	audit_release(&audit);
	settings_release(&settings);
	log_release(&logs[0]);
	log_release(&logs[1]);
}

/* Stage 2 of the doctor's own log decides what may have been caused by others. */
static void test_confirmed_alone(void **state)
{
	(void)state;
	for (int again = 0; again <= 1; again++) {
		struct log log = ward_log();
		struct audit audit;
		double samples[20];

		log_add_meta(&log, DOCTOR_META, "1");
		ward_bench(&log, "Patient", with_setup, 0);
		for (int i = 0; i < 10; i++) {
			int64_t n = 1 + i % 2;
			struct launch *launch;

			for (int k = 0; k < 20; k++)
				samples[k] =
					(again ? with_setup((double)n) : healthy((double)n)) /
					(double)n;
			launch = ward_launch(&log, "Patient", n, samples, 20);
			launch->stage = 2;
			launch->round = (uint32_t)i + 1;
		}
		audit = ward_audit(&log);
		assert_true(!ward_finding(&audit, "setup-overhead", "Patient") == !again);
		audit_release(&audit);
		log_release(&log);
	}
}

static void test_doubts(void **state)
{
	struct log log = mixed();
	struct audit audit = ward_audit(&log);

	(void)state;
	for (size_t i = 0; i < audit.benches.count; i++) {
		const struct bench_data *bench = &audit.benches.items[i];
		struct doubt doubt = audit_doubt(&audit, bench, NULL);
		bool errs = strstr(bench->name, "Error") != NULL;

		assert_true(!!(doubt.needs & NEED_TWO_COUNTS) == errs);
		assert_int_equal(doubt.launches, errs ? ALONE : 0);
	}
	audit_release(&audit);
	log_release(&log);
}

static void test_no_patients(void **state)
{
	struct log log = ward_log();
	struct audit audit = ward_audit(&log);

	(void)state;
	assert_int_equal(audit.benches.count, 0);
	assert_int_equal(audit.fit, 0);
	audit_release(&audit);
	log_release(&log);
}

static char *written(const struct audit *audit, const char *format)
{
	const struct audit_report_options options = {
		.width = 80, .infos = true, .verbose = true
	};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	audit_format_find(format)->write(audit, &options, out);
	fclose(out);
	return text;
}

/* In every form: no number that is none, and nothing from a name that could do harm. */
static void test_reports(void **state)
{
	static const char *const formats[] = { "text", "markdown", "json", "junit", "github" };
	struct log log = mixed();
	struct audit audit;

	(void)state;
	ward_bench(&log, "Bad\033[31m|<&>\n::error::\xff", short_work, 0);
	audit = ward_audit(&log);
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		char *text = written(&audit, formats[i]);

		assert_non_null(strstr(text, "TwoErrors"));
		assert_null(strchr(text, '\033'));
		assert_null(strchr(text, '\xff'));
		assert_null(strstr(text, "\n::error::"));
		assert_null(strstr(text, " nan"));
		assert_null(strstr(text, "NaN"));
		free(text);
	}
	audit_release(&audit);
	log_release(&log);
}

static void test_json(void **state)
{
	static const char *const keys[] = { "check", "severity", "suite", "benchmark",
		"message", "evidence", "file", "line", "waived" };
	struct log log = mixed();
	struct audit audit = ward_audit(&log);
	char *text = written(&audit, "json");
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *finding;

	(void)state;
	assert_non_null(root);
	assert_string_equal(
		json_string_value(json_object_get(root, "schema")), "bdriver-doctor-1");
	assert_int_equal(json_integer_value(json_object_get(root, "checked")), 5);
	assert_int_equal(json_array_size(json_object_get(root, "findings")), 5);
	finding = json_array_get(json_object_get(root, "findings"), 0);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		assert_non_null(json_object_get(finding, keys[i]));
	json_decref(root);
	free(text);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_name_form_can_be_set),
		cmocka_unit_test(test_build),
		cmocka_unit_test(test_build_is_said_once_a_suite),
		cmocka_unit_test(test_fails),
		cmocka_unit_test(test_checksums),
		cmocka_unit_test(test_all_fail),
		cmocka_unit_test(test_not_audited),
		cmocka_unit_test(test_order_and_counts),
		cmocka_unit_test(test_waivers),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_foreign_logs),
		cmocka_unit_test(test_confirmed_alone),
		cmocka_unit_test(test_doubts),
		cmocka_unit_test(test_no_patients),
		cmocka_unit_test(test_reports),
		cmocka_unit_test(test_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
