/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/checks.h"
#include "doctor/report/words.h"
#include "tests/unit/support/doctor_case.h"
#include "tests/unit/support/shape.h"

/* Every benchmark fails; nothing was measured. */
static void test_all_fail(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	log_add_launch(log_add_benchmark(&log, "s", "Dies", ""))->status = OUTCOME_SIGNAL;
	audit = case_audit(&log);
	assert_int_equal(audit.errors, 1);
	assert_int_equal(audit.findings.count, 1);
	assert_non_null(case_finding(&audit, "fails", "Dies"));
	assert_int_equal(audit.unanswered_count, 0);
	audit_release(&audit);
	log_release(&log);
}

/* Skipped, or failing with leave: neither fit nor not. */
static void test_not_audited(void **state)
{
	struct log log = case_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;
	char *text;

	(void)state;
	case_bench(&log, "Fine", case_healthy, 0);
	log_add_launch(log_add_benchmark(&log, "s", "Skipped", ""))->status = OUTCOME_SKIPPED;
	log_add_launch(log_add_benchmark(&log, "s", "Waived", ""))->status = OUTCOME_EXIT;
	log_add_launch(log_add_benchmark(&log, "s", "Dies", ""))->status = OUTCOME_SIGNAL;
	assert_int_equal(settings_waive(&settings, "fails:Waived", "a:1", &e), 0);
	audit_logs(&audit, &log, 1, &settings, NULL);
	assert_int_equal(audit.fit, 1);
	assert_int_equal(audit.not_audited, 2);
	text = audit_words_counts(&audit, true);
	assert_string_equal(text, "1 of 4 benchmarks is fit: 1 error, 1 waived, 2 not audited");
	free(text);
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

static void test_order_and_counts(void **state)
{
	static const char *const order[][2] = { { "TwoErrors", "setup-overhead" },
		{ "TwoErrors", "runtime-long" }, { "OneError", "setup-overhead" },
		{ "Warned", "runtime-long" }, { "Short", "runtime-short" } };
	struct log log = case_mixed();
	struct audit audit = case_audit(&log);

	(void)state;
	assert_int_equal(audit.findings.count, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_string_equal(audit.findings.items[i].bench->name, order[i][0]);
		assert_string_equal(audit.findings.items[i].check->name, order[i][1]);
	}
	assert_int_equal(audit.fit, 3);
	assert_int_equal(audit.warned, 1);
	assert_int_equal(audit.errors, 3);
	assert_int_equal(audit.warnings, 1);
	assert_int_equal(audit.infos, 1);
	audit_release(&audit);
	log_release(&log);
}

static void test_waivers(void **state)
{
	struct log log = case_mixed();
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
	assert_true(case_finding(&audit, "setup-overhead", "OneError")->waived);
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
	struct log log = case_mixed();
	struct settings settings = { 0 };
	struct audit audit;

	(void)state;
	audit_logs(&audit, &log, 1, &settings, &choice);
	assert_int_equal(audit.benches.count, 4);
	assert_int_equal(audit.findings.count, 1);
	assert_non_null(case_finding(&audit, "runtime-long", "TwoErrors"));
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

/* Two files of a foreign log that does not tell its iterations: 1 and 2. */
static void test_foreign_logs(void **state)
{
	const double first[] = { 150e3 }, second[] = { 125e3 };
	struct log logs[2] = { case_log(), case_log() };
	struct settings settings = { 0 };
	struct audit audit;

	(void)state;
	case_launch(&logs[0], "Bench", -1, first, 1);
	case_launch(&logs[1], "Bench", -1, second, 1);
	audit_logs(&audit, logs, 2, &settings, NULL);
	/* s = 2 (t1 - t2) */
	case_near(case_number(case_finding(&audit, "setup-overhead", "Bench"), "setup_ns"),
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
		struct log log = case_log();
		struct audit audit;
		double samples[20];

		log_add_meta(&log, DOCTOR_META, "1");
		case_bench(&log, "Bench", case_with_setup, 0);
		for (int i = 0; i < 10; i++) {
			int64_t n = 1 + i % 2;
			struct launch *launch;

			for (int k = 0; k < 20; k++)
				samples[k] = (again ? case_with_setup((double)n)
						    : case_healthy((double)n)) /
					     (double)n;
			launch = case_launch(&log, "Bench", n, samples, 20);
			launch->stage = 2;
			launch->round = (uint32_t)i + 1;
		}
		audit = case_audit(&log);
		assert_true(!case_finding(&audit, "setup-overhead", "Bench") == !again);
		audit_release(&audit);
		log_release(&log);
	}
}

/* Many launches alone also show what the few of the first stage do not. */
static void test_found_alone(void **state)
{
	(void)state;
	for (uint32_t launches = ALONE; launches <= ALONE_MANY;
		launches += ALONE_MANY - ALONE) {
		struct log log = case_log();

		log_add_meta(&log, DOCTOR_META, "1");
		case_bench(&log, "Bench", case_healthy, 0);
		for (uint32_t i = 0; i < launches; i++) {
			struct launch *launch =
				case_add(&log, "Bench", 8, i % 2 ? 120e3 : 100e3, 20);

			launch->stage = 2;
			launch->round = i + 1;
		}
		assert_string_equal(case_verdict(&log, "modes"),
			launches == ALONE_MANY ? "warning" : "none");
	}
}

/* If others ran beside these, the few of the first stage have answered all the same. */
static void test_not_asked_alone(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench(&log, "Bench", case_healthy, 0);
	for (uint32_t i = 0; i < ALONE_MANY; i++) {
		struct launch *launch = case_add(&log, "Bench", 8, 100e3, 20);

		launch->stage = 2;
		launch->round = i + 1;
		case_occupy(launch);
	}
	audit = case_audit(&log);
	for (size_t i = 0; i < audit.unanswered_count; i++)
		assert_string_not_equal(audit.unanswered[i].check->name, "noise");
	audit_release(&audit);
	log_release(&log);
}

static void test_doubts(void **state)
{
	struct log log = case_mixed();
	struct audit audit = case_audit(&log);

	(void)state;
	for (size_t i = 0; i < audit.benches.count; i++) {
		const struct bench_data *bench = &audit.benches.items[i];
		struct doubt doubt = audit_doubt(bench, NULL);
		bool errs = strstr(bench->name, "Error") != NULL;

		assert_true(!!(doubt.needs & NEED_TWO_COUNTS) == errs);
		assert_int_equal(doubt.launches, errs ? ALONE : 0);
	}
	audit_release(&audit);
	log_release(&log);
}

static void test_no_benchmarks(void **state)
{
	struct log log = case_log();
	struct audit audit = case_audit(&log);

	(void)state;
	assert_int_equal(audit.benches.count, 0);
	assert_int_equal(audit.fit, 0);
	audit_release(&audit);
	log_release(&log);
}

static void test_calm_is_silent(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct log log = case_log();
		struct audit audit;

		shape_fill(&log, shape_calm, 10, seed * 7919);
		audit = case_audit(&log);
		assert_int_equal(audit.findings.count, 0);
		audit_release(&audit);
		log_release(&log);
	}
}

/* One value, two values, all equal: no finding, no number that is none. */
static void test_degenerate(void **state)
{
	const double equal[] = { 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3,
		50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3, 50e3 };
	const double zeros[22] = { 0 };

	(void)state;
	for (size_t n = 1; n <= 22; n++)
		for (int launches = 1; launches <= 12; launches += 11) {
			struct log log = case_log();
			struct audit audit;

			for (int i = 0; i < launches; i++) {
				case_launch(&log, "Equal", 1, equal, n);
				case_launch(&log, "Zero", 1, zeros, n);
				case_launch(&log, "Zero", 2, zeros, n);
				case_launch(&log, "Zero", 4, zeros, n);
				case_launch(&log, "Zero", 8, zeros, n);
			}
			audit = case_audit(&log);
			for (size_t i = 0; i < audit.findings.count; i++) {
				const struct finding *f = &audit.findings.items[i];

				assert_null(strstr(f->message, "nan"));
				assert_null(strstr(f->message, "inf"));
				assert_null(strstr(f->advice, "inf"));
				assert_string_equal(f->bench->name, "Zero");
			}
			audit_release(&audit);
			log_release(&log);
		}
}

static void test_healthy_is_silent(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	case_bench(&log, "Bench", case_healthy, 0.001);
	audit = case_audit(&log);
	assert_int_equal(audit.findings.count, 0);
	assert_int_equal(audit.fit, 1);
	assert_int_equal(audit.unanswered_count, 0);
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
			struct launch *launch = case_add(log, name, n, ns, 20);

			launch->stage = 2;
			launch->round = 100 + k;
		}
}

/* What is little too long beside others is measured again alone; what is far too long is not.
 */
static void test_long_beside_others(void **state)
{
	struct log log = case_log();
	struct audit audit;

	(void)state;
	log_add_meta(&log, DOCTOR_META, "1");
	case_bench(&log, "Little", a_ms_and_a_half, 0);
	case_bench(&log, "Much", three_ms, 0);
	audit = case_audit(&log);
	assert_int_equal(audit_doubt(&audit.benches.items[0], NULL).launches, ALONE);
	assert_true(audit_doubt(&audit.benches.items[0], NULL).needs & NEED_TWO_COUNTS);
	assert_int_equal(audit_doubt(&audit.benches.items[1], NULL).launches, 0);
	assert_non_null(case_finding(&audit, "runtime-long", "Little"));
	audit_release(&audit);

	add_alone(&log, "Little", 0.9e6);
	add_alone(&log, "Much", 0.9e6);
	audit = case_audit(&log);
	assert_null(case_finding(&audit, "runtime-long", "Little"));
	assert_non_null(case_finding(&audit, "runtime-long", "Much"));
	audit_release(&audit);
	log_release(&log);
}

/* Few samples in a launch are no answer, and that is said. */
static void test_too_few_samples(void **state)
{
	static const char *const checks[] = { "drift", "dependence", "outliers" };
	struct log log = case_log();
	struct audit audit;

	(void)state;
	for (int64_t n = 1; n <= 8; n *= 2)
		for (uint32_t k = 1; k <= 5; k++)
			case_add(&log, "Few", n, 100e3, 5)->round = k;
	audit = case_audit(&log);
	for (size_t i = 0; i < 3; i++)
		assert_true(is_unanswered(&audit, checks[i]));
	assert_false(is_unanswered(&audit, "modes")); /* there are 20 launches */
	assert_false(is_unanswered(&audit, "noise"));
	audit_release(&audit);
	log_release(&log);

	log = case_log();
	case_add(&log, "One", 1, 100e3, 5);
	case_add(&log, "Twelve", 1, 100e3, 12);
	audit = case_audit(&log);
	assert_true(is_unanswered(&audit, "modes"));
	for (size_t i = 0; i < audit.unanswered_count; i++)
		if (!strcmp(audit.unanswered[i].check->name, "dependence"))
			assert_int_equal(audit.unanswered[i].benchmarks, 2);
		else if (!strcmp(audit.unanswered[i].check->name, "drift"))
			assert_int_equal(audit.unanswered[i].benchmarks, 1);
	audit_release(&audit);
	log_release(&log);
}

/* A waiver of a benchmark that cannot be answered is not told as unused because of another. */
static void test_unused_waivers(void **state)
{
	struct log log = case_log();
	struct settings settings = { 0 };
	struct audit audit;
	struct err e;

	(void)state;
	case_bench(&log, "Many", case_healthy, 0);
	case_add(&log, "Few", 1, 100e3, 5);
	assert_int_equal(settings_waive(&settings, "drift:Few", "few", &e), 0);
	assert_int_equal(settings_waive(&settings, "drift:Many", "many", &e), 0);
	audit = case_audit_with(&log, &settings);
	assert_int_equal(audit.unused_count, 1);
	assert_string_equal(audit.unused[0]->origin, "many");
	audit_release(&audit);
	settings_release(&settings);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_fail),
		cmocka_unit_test(test_not_audited),
		cmocka_unit_test(test_order_and_counts),
		cmocka_unit_test(test_waivers),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_foreign_logs),
		cmocka_unit_test(test_confirmed_alone),
		cmocka_unit_test(test_found_alone),
		cmocka_unit_test(test_not_asked_alone),
		cmocka_unit_test(test_doubts),
		cmocka_unit_test(test_no_benchmarks),
		cmocka_unit_test(test_calm_is_silent),
		cmocka_unit_test(test_degenerate),
		cmocka_unit_test(test_healthy_is_silent),
		cmocka_unit_test(test_long_beside_others),
		cmocka_unit_test(test_too_few_samples),
		cmocka_unit_test(test_unused_waivers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
