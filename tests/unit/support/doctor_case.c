/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/doctor_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/log/finish.h"
#include "doctor/checks.h"

struct log case_log(void)
{
	struct log log = {
		.path = memory_text("case.log"), .format = "bdriver", .complete = true
	};

	log_add_meta(&log, "suite.s.flags", "-O2 -DNDEBUG");
	log_add_meta(&log, "suite.s.alignment", "64");
	return log;
}

static uint64_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11;
}

double case_normal(uint64_t *state)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += (double)draw(state) / 9007199254740992.0;
	return sum - 6;
}

struct launch *case_launch(struct log *log, const char *name, int64_t iterations,
	const double *samples, size_t count)
{
	static const struct evidence unknown = EVIDENCE_UNKNOWN;
	struct launch *launch = log_add_launch(log_add_benchmark(log, "s", name, ""));
	struct evidence *evidence = memory_zeroed(1, sizeof(*evidence));
	double sum = 0;

	*evidence = unknown;
	evidence->detail = memory_text("");
	evidence->disturbed = memory_text("");
	evidence->samples = memory_zeroed(count, sizeof(*samples));
	memcpy(evidence->samples, samples, count * sizeof(*samples));
	for (size_t i = 0; i < count; i++)
		sum += samples[i] * (double)iterations;
	evidence->cpu_ns = evidence->wall_ns = sum;
	evidence->run_delay_ns = 0;
	evidence->leftover = 0;
	evidence->result.verified = 1;
	evidence->setup_ns = 1000;
	evidence->clock_step_ns = launch->clock_step_ns = 1;
	launch->evidence = evidence;
	log->has_evidence = true;
	launch->iterations = iterations;
	launch->evidence->memory.peak_kib = 10000;
	launch_summarise(launch, samples, count);
	return launch;
}

enum { SAMPLES = 20, LAUNCHES = 5 };

void case_bench(struct log *log, const char *name, double (*time_ns)(double n), double noise)
{
	uint64_t state = 77;
	double samples[SAMPLES];

	for (const char *c = name; *c; c++)
		state = state * 31 + (unsigned char)*c;
	for (int64_t n = 1; n <= 8; n *= 2)
		for (int k = 0; k < LAUNCHES; k++) {
			for (int i = 0; i < SAMPLES; i++)
				samples[i] = time_ns((double)n) / (double)n *
					     (1 + noise * case_normal(&state));
			case_launch(log, name, n, samples, SAMPLES);
		}
}

void case_bench_twice(struct log *log, const char *name, double (*time_ns)(double n))
{
	const struct log_benchmark *benchmark;
	size_t first;

	case_bench(log, name, time_ns, 0);
	benchmark = &log->benchmarks[log->benchmark_count - 1];
	first = benchmark->launch_count;
	case_bench(log, name, time_ns, 0);
	benchmark = &log->benchmarks[log->benchmark_count - 1];
	for (size_t i = first; i < benchmark->launch_count; i++)
		benchmark->launches[i].stage = 2;
	for (size_t i = 0; i < benchmark->launch_count; i++)
		benchmark->launches[i].round = (uint32_t)i + 1;
}

struct launch *case_add(
	struct log *log, const char *name, int64_t iterations, double ns, size_t count)
{
	double samples[40];

	assert_true(count <= 40);
	for (size_t i = 0; i < count; i++)
		samples[i] = ns;
	return case_launch(log, name, iterations, samples, count);
}

double case_healthy(double n)
{
	return 100e3 * n;
}

double case_with_setup(double n)
{
	return 50e3 + 100e3 * n;
}

double case_long_and_setup(double n)
{
	return 5e6 + 20e6 * n;
}

double case_two_ms(double n)
{
	return 2e6 * n;
}

double case_short_work(double n)
{
	return 3e3 * n;
}

struct log case_mixed(void)
{
	struct log log = case_log();

	case_bench(&log, "Fine", case_healthy, 0);
	case_bench(&log, "Warned", case_two_ms, 0);
	case_bench(&log, "Short", case_short_work, 0);
	case_bench(&log, "TwoErrors", case_long_and_setup, 0);
	case_bench(&log, "OneError", case_with_setup, 0);
	log_finish(&log);
	return log;
}

struct audit case_audit(struct log *log)
{
	struct settings settings = { 0 };

	return case_audit_with(log, &settings);
}

struct audit case_audit_with(struct log *log, struct settings *settings)
{
	struct audit audit;

	log_finish(log);
	audit_logs(&audit, log, 1, settings, NULL);
	return audit;
}

const struct finding *case_finding(
	const struct audit *audit, const char *check, const char *name)
{
	for (size_t i = 0; i < audit->findings.count; i++)
		if (!strcmp(audit->findings.items[i].check->name, check) &&
			!strcmp(audit->findings.items[i].bench->name, name))
			return &audit->findings.items[i];
	return NULL;
}

double case_number(const struct finding *finding, const char *number)
{
	for (size_t i = 0; finding && i < finding->number_count; i++)
		if (!strcmp(finding->numbers[i].name, number))
			return finding->numbers[i].value;
	fail_msg("no number %s", number);
	return NAN;
}

void case_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g, not %.12g", value, expected);
}

const char *case_verdict(struct log *log, const char *check)
{
	struct audit audit = case_audit(log);
	const char *verdict = "none";

	for (size_t i = 0; i < audit.findings.count; i++) {
		const struct finding *f = &audit.findings.items[i];

		assert_null(strstr(f->message, "nan"));
		assert_null(strstr(f->message, "inf "));
		if (!strcmp(f->check->name, check))
			verdict = severity_name(f->severity);
	}
	audit_release(&audit);
	log_release(log);
	return verdict;
}

void case_expect(const char *check, double (*time_ns)(double n), const char *verdict)
{
	struct log log = case_log();

	case_bench(&log, "Bench", time_ns, 0.001);
	assert_string_equal(case_verdict(&log, check), verdict);
}

void case_share(struct log *log, size_t benchmarks)
{
	for (size_t b = 0; b < log->benchmark_count; b++)
		for (size_t i = 0; i < log->benchmarks[b].launch_count; i++) {
			struct evidence *e = log->benchmarks[b].launches[i].evidence;

			e->core.low = 1;
			e->core.high = b + benchmarks < log->benchmark_count ? 1.05 : 1.5;
		}
}

void case_occupy(struct launch *launch)
{
	launch->evidence->run_delay_ns = (int64_t)launch->evidence->wall_ns;
}

void case_occupy_some(struct log *log, size_t of_six)
{
	for (size_t b = 0; b < log->benchmark_count; b++)
		for (size_t i = 0; i < log->benchmarks[b].launch_count; i++)
			if (i % 6 < of_six)
				case_occupy(&log->benchmarks[b].launches[i]);
}

void case_limit(struct settings *settings, const char *key, double value)
{
	struct err e;

	assert_int_equal(settings_set(settings, key, value, &e), 0);
}
