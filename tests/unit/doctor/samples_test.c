/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/checks/peaks.h"
#include "tests/unit/support/ward.h"

/* Checks that look at the samples of launches and at what differs between launches. */

enum { COUNT = 200 };

/* A sample in units of its level; k: the sample, launch: which one. */
typedef double shape_fn(unsigned launch, unsigned k, uint64_t *state);

static double calm(unsigned launch, unsigned k, uint64_t *state)
{
	(void)launch;
	(void)k;
	return 1 + 0.002 * ward_normal(state);
}

static double noisy_launches(unsigned launch, unsigned k, uint64_t *state)
{
	static const double levels[] = { 1.00, 1.08, 1.03, 0.96, 1.05 };

	return levels[launch % 5] * calm(launch, k, state);
}

static double wild_launches(unsigned launch, unsigned k, uint64_t *state)
{
	static const double levels[] = { 1.0, 1.5, 1.1, 0.9, 1.3 };

	return levels[launch % 5] * calm(launch, k, state);
}

static double drifts(unsigned launch, unsigned k, uint64_t *state)
{
	return (1 + 0.03 * k / COUNT) * calm(launch, k, state);
}

/* Falls by half a per cent: below the limit, however sure. */
static double drifts_little(unsigned launch, unsigned k, uint64_t *state)
{
	return (1 - 0.005 * k / COUNT) * calm(launch, k, state);
}

static double drifts_once(unsigned launch, unsigned k, uint64_t *state)
{
	return launch == 1 ? drifts(launch, k, state) : calm(launch, k, state);
}

static double bimodal(unsigned launch, unsigned k, uint64_t *state)
{
	return (ward_normal(state) > 0.3 ? 1.2 : 1.0) * calm(launch, k, state);
}

/* Two modes, but half a per cent apart. */
static double nearly_bimodal(unsigned launch, unsigned k, uint64_t *state)
{
	return (ward_normal(state) > 0.3 ? 1.005 : 1.0) * (1 + 0.0003 * ward_normal(state)) +
	       0 * calm(launch, k, state);
}

static double bimodal_launches(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch % 3 == 1 ? 1.06 : 1.0) * (1 + 0.001 * launch / 20) *
	       calm(launch, k, state);
}

/* Every fifth launch: the dip alone is blind to 4 of 20. */
static double rarely_slow(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch % 5 == 3 ? 1.06 : 1.0) * calm(launch, k, state);
}

/* One launch, once: the machine's doing. */
static double slow_once(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch == 3 ? 1.5 : 1.0) * calm(launch, k, state);
}

/* Samples of 400 us (eight iterations); one in three is 14 us late, as a machine with an
 * interrupt each millisecond makes them. */
static double interrupted(unsigned launch, unsigned k, uint64_t *state)
{
	return calm(launch, k, state) + (k % 3 == 0 ? 14.0 / 400 : 0);
}

/* The same 14 us, but in more samples than interrupts explain. */
static double often_late(unsigned launch, unsigned k, uint64_t *state)
{
	return calm(launch, k, state) + (k % 5 < 3 ? 14.0 / 400 : 0);
}

static double previous;

/* AR(1), phi .7. */
static double dependent(unsigned launch, unsigned k, uint64_t *state)
{
	(void)launch;
	previous = k ? 0.7 * previous + ward_normal(state) : ward_normal(state);
	return 1 + 0.002 * previous;
}

static double with_outliers(unsigned launch, unsigned k, uint64_t *state)
{
	return (k % 6 == 0 ? 1.5 : 1.0) * calm(launch, k, state);
}

static double few_outliers(unsigned launch, unsigned k, uint64_t *state)
{
	return (k % 20 == 0 ? 1.5 : 1.0) * calm(launch, k, state);
}

static void fill(struct log *log, shape_fn *shape, unsigned launches, uint64_t seed)
{
	double samples[COUNT];

	for (unsigned launch = 0; launch < launches; launch++) {
		for (unsigned k = 0; k < COUNT; k++)
			samples[k] = 50e3 * shape(launch, k, &seed);
		ward_launch(log, "Patient", 8, samples, COUNT);
	}
}

static const char *verdict(const char *check, shape_fn *shape, unsigned launches)
{
	struct log log = ward_log();

	fill(&log, shape, launches, 4711);
	return ward_verdict(&log, check);
}

static void test_calm_is_silent(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct log log = ward_log();
		struct audit audit;

		fill(&log, calm, 10, seed * 7919);
		audit = ward_audit(&log);
		assert_int_equal(audit.findings.count, 0);
		audit_release(&audit);
		log_release(&log);
	}
}

static void test_noise(void **state)
{
	struct log log = ward_log();
	struct audit audit;

	(void)state;
	assert_string_equal(verdict("noise", calm, 5), "none");
	assert_string_equal(verdict("noise", noisy_launches, 5), "warning");
	assert_string_equal(verdict("noise", wild_launches, 5), "error");
	assert_string_equal(verdict("noise", wild_launches, 2), "none");
	assert_string_equal(verdict("noise", slow_once, 20), "none");
	assert_string_equal(verdict("noise", slow_once, 5), "error");
	assert_string_equal(verdict("noise", wild_launches, 20), "error");
	fill(&log, noisy_launches, 5, 1);
	audit = ward_audit(&log);
	/* SD of the logarithms of the five levels. */
	ward_near(ward_number(ward_finding(&audit, "noise", "Patient"), "sd"), 0.0455, 0.001);
	/* (t(.975, 19) + t(.8, 19)) SD sqrt(2 / 20) = 2.954 x .0455 x .3162, exp - 1. */
	ward_near(ward_number(ward_finding(&audit, "noise", "Patient"), "detectable"), 0.0434,
		0.001);
	audit_release(&audit);
	log_release(&log);
}

/* Launches beside which another process ran do not count where there are enough others. */
static void test_noise_of_the_machine(void **state)
{
	struct log log = ward_log();

	(void)state;
	fill(&log, calm, 5, 1);
	for (int i = 0; i < 2; i++) {
		struct launch *launch = &log.benchmarks[0].launches[i];

		launch->median_ns *= 1.4;
		launch->evidence->run_delay_ns = (int64_t)(0.3 * launch->evidence->wall_ns);
	}
	assert_string_equal(ward_verdict(&log, "noise"), "none");
}

static void test_drift(void **state)
{
	(void)state;
	assert_string_equal(verdict("drift", calm, 5), "none");
	assert_string_equal(verdict("drift", drifts, 5), "warning");
	assert_string_equal(verdict("drift", drifts_little, 5), "none");
	assert_string_equal(verdict("drift", drifts_once, 5), "none");
	assert_string_equal(verdict("drift", dependent, 5), "none");
}

static void test_modes(void **state)
{
	(void)state;
	assert_string_equal(verdict("modes", calm, 20), "none");
	assert_string_equal(verdict("modes", bimodal, 5), "warning");
	assert_string_equal(verdict("modes", nearly_bimodal, 5), "none");
	assert_string_equal(verdict("modes", bimodal_launches, 20), "warning");
	assert_string_equal(verdict("modes", drifts, 5), "none");
	assert_string_equal(verdict("modes", rarely_slow, 20), "warning");
	assert_string_equal(verdict("modes", slow_once, 20), "none");
}

static void test_interrupts_are_the_machines(void **state)
{
	(void)state;
	assert_string_equal(verdict("modes", interrupted, 5), "none");
	assert_string_equal(verdict("outliers", interrupted, 5), "none");
	assert_string_equal(verdict("modes", often_late, 5), "warning");
}

/* Five launches each with 1, 2, 4 and 8 iterations, every other one in the slow mode. */
static void test_modes_over_all_counts(void **state)
{
	struct log log = ward_log();
	double samples[COUNT];
	uint64_t seed = 3;

	(void)state;
	for (unsigned launch = 0; launch < 20; launch++) {
		for (unsigned k = 0; k < COUNT; k++)
			samples[k] = 50e3 * calm(launch, k, &seed) * (launch % 2 ? 1.1 : 1);
		ward_launch(&log, "Patient", 1 << launch / 5, samples, COUNT);
	}
	assert_string_equal(ward_verdict(&log, "modes"), "warning");
}

/* Of 20 values with one mode hardly any are called two groups. */
static void test_groups_of_one_mode(void **state)
{
	static const struct peaks_limits limits = { .gap = 0.01, .share = 0.15, .apart = 3 };
	unsigned found[2] = { 0 };
	uint64_t seed = 17;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		double normal[20], late[20];
		struct peaks peaks;

		for (int k = 0; k < 20; k++) {
			normal[k] = 100 + 3 * ward_normal(&seed);
			late[k] = 100 + fabs(3 * ward_normal(&seed));
		}
		found[0] += peaks_groups(normal, 20, &limits, &peaks);
		found[1] += peaks_groups(late, 20, &limits, &peaks);
	}
	assert_true(found[0] <= 2);
	assert_true(found[1] <= 10);
}

static void test_modes_over_launches_tell_the_rounds(void **state)
{
	struct log log = ward_log();
	struct audit audit;
	double rounds;

	(void)state;
	fill(&log, bimodal_launches, 30, 5);
	audit = ward_audit(&log);
	rounds = ward_number(ward_finding(&audit, "modes", "Patient"), "rounds_needed");
	/* About every third launch: 1 - (2/3)^R >= .95 from 8 rounds on. */
	assert_true(rounds >= 5 && rounds <= 14);
	audit_release(&audit);
	log_release(&log);
}

static void test_dependence(void **state)
{
	(void)state;
	assert_string_equal(verdict("dependence", calm, 5), "none");
	assert_string_equal(verdict("dependence", dependent, 5), "info");
}

static void test_outliers(void **state)
{
	(void)state;
	assert_string_equal(verdict("outliers", calm, 5), "none");
	assert_string_equal(verdict("outliers", few_outliers, 5), "none");
	assert_string_equal(verdict("outliers", with_outliers, 5), "info");
}

static const char *waiting(double cpu_share, double delay_share)
{
	struct log log = ward_log();

	fill(&log, calm, 3, 9);
	for (int i = 0; i < 3; i++) {
		struct evidence *evidence = log.benchmarks[0].launches[i].evidence;

		evidence->cpu_ns = evidence->wall_ns * cpu_share;
		evidence->run_delay_ns = (int64_t)(evidence->wall_ns * delay_share);
	}
	return ward_verdict(&log, "waits");
}

static void test_waits(void **state)
{
	(void)state;
	assert_string_equal(waiting(1, 0), "none");
	assert_string_equal(waiting(0.95, 0), "none");
	assert_string_equal(waiting(0.5, 0), "warning");
	assert_string_equal(waiting(0, 0), "warning");
	assert_string_equal(waiting(1.9, 0), "info");
	/* It wanted to run: another one did. */
	assert_string_equal(waiting(0.5, 0.5), "none");
	assert_string_equal(waiting(0.4, 0.3), "warning");
}

/* A launch on all CPUs shows threads that pinned ones cannot; it counts for nothing else. */
static void test_threads(void **state)
{
	for (int threads = 1; threads <= 2; threads++) {
		struct log log = ward_log();
		double sample = 90e3;
		struct launch *launch;
		struct audit audit;

		(void)state;
		log_add_meta(&log, DOCTOR_META, "1");
		fill(&log, calm, 5, 9);
		launch = ward_launch(&log, "Patient", 8, &sample, 1);
		launch->stage = 3;
		launch->evidence->cpu_ns = threads * launch->evidence->wall_ns;
		audit = ward_audit(&log);
		assert_int_equal(audit.benches.items[0].series[0].count, 5);
		assert_int_equal(audit.findings.count, threads == 2);
		if (threads == 2)
			ward_near(ward_number(ward_finding(&audit, "waits", "Patient"),
					  "cpu_per_wall"),
				2, 1e-9);
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
			struct log log = ward_log();
			struct audit audit;

			for (int i = 0; i < launches; i++) {
				ward_launch(&log, "Equal", 1, equal, n);
				ward_launch(&log, "Zero", 1, zeros, n);
				ward_launch(&log, "Zero", 2, zeros, n);
				ward_launch(&log, "Zero", 4, zeros, n);
				ward_launch(&log, "Zero", 8, zeros, n);
			}
			audit = ward_audit(&log);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calm_is_silent),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_noise_of_the_machine),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_modes),
		cmocka_unit_test(test_modes_over_launches_tell_the_rounds),
		cmocka_unit_test(test_dependence),
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_waits),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_interrupts_are_the_machines),
		cmocka_unit_test(test_modes_over_all_counts),
		cmocka_unit_test(test_groups_of_one_mode),
		cmocka_unit_test(test_degenerate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
