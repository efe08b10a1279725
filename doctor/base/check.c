/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const struct limit *check_limit(const struct check *check, const char *name)
{
	for (const struct limit *limit = check->limits; limit->name; limit++)
		if (!strcmp(limit->name, name))
			return limit;
	return NULL;
}

double check_limit_value(
	const struct check *check, const struct settings *settings, const char *name)
{
	const struct limit *limit = check_limit(check, name);

	for (size_t i = settings->changed_count; i > 0; i--)
		if (settings->changed[i - 1].limit == limit)
			return settings->changed[i - 1].value;
	return limit->value;
}

double findings_limit(const struct findings *findings, const char *name)
{
	return check_limit_value(findings->check, findings->settings, name);
}

static unsigned launch_offers(const struct launch *launch)
{
	const struct evidence *evidence = launch->evidence;
	unsigned offers = NEED_TIMES;

	if (!evidence)
		return offers;
	if (evidence->memory.peak_kib >= 0)
		offers |= NEED_MEMORY;
	if (evidence->samples && launch->sample_count)
		offers |= evidence->samples_sorted ? NEED_SAMPLES : NEED_SAMPLES | NEED_ORDER;
	if (evidence->cpu_ns >= 0 && evidence->wall_ns > 0)
		offers |= NEED_CPU_TIME;
	if (evidence->setup_ns >= 0)
		offers |= NEED_SETUP_TIME;
	if (evidence->result.verified >= 0)
		offers |= NEED_VERIFIED;
	return offers;
}

static bool any_quiet(const struct series *series)
{
	for (size_t i = 0; i < series->count; i++)
		if (launch_is_quiet(series->launches[i]))
			return true;
	return false;
}

/* Some samples of this length are never interrupted, even on a busy machine. */
#define STEADY_NS 1e6

unsigned bench_data_offers(const struct bench_data *bench)
{
	unsigned offers = bench->series_count ? NEED_STEADY : 0;
	const struct series *main_series = bench_data_main_series(bench);

	for (size_t s = 0; s < bench->series_count; s++) {
		const struct series *series = &bench->series[s];

		if (series->count >= 3)
			offers |= NEED_LAUNCHES;
		for (size_t i = 0; i < series->count; i++)
			offers |= launch_offers(series->launches[i]);
		if (series == main_series && any_quiet(series))
			offers |= NEED_QUIET;
		if (!any_quiet(series) && series->time_ns >= STEADY_NS &&
			series->iterations <= 8)
			offers &= ~(unsigned)NEED_STEADY;
	}
	if (bench->log && !bench->log->source.random_layout)
		offers |= NEED_FIXED_LAYOUT;
	if (bench->series_count >= 2)
		offers |= NEED_TWO_COUNTS;
	if (bench_data_series(bench, 1) && bench_data_series(bench, 2) &&
		bench_data_series(bench, 4) && bench_data_series(bench, 8))
		offers |= NEED_FOUR_COUNTS;
	if (bench->log && log_suite_meta(bench->log, bench->suite, "flags"))
		offers |= NEED_BUILD;
	if (bench->log && (log_suite_meta(bench->log, bench->suite, "alignment") ||
				  log_suite_meta(bench->log, bench->suite, "placement")))
		offers |= NEED_PLACEMENT;
	if (bench->log && log_fact(bench->log, LOG_INSTRUCTIONS, bench->suite, bench->name))
		offers |= NEED_COUNTED;
	if (offers & NEED_TWO_COUNTS ||
		(bench->log && log_fact(bench->log, LOG_LOOP, bench->suite, bench->name)))
		offers |= NEED_LOOP;
	return offers;
}

const char *const need_texts[NEED_COUNT] = {
	"a successful launch",
	"launches at two iteration counts",
	"launches at 1, 2, 4 and 8 iterations",
	"peak memory (peak_kib)",
	"samples",
	"three launches at one iteration count",
	"CPU and wall time (cpu_ns, wall_ns)",
	"time of the set-up function (setup_ns)",
	"the suite's build flags (suite.NAME.flags)",
	"a launch during which nothing else ran on its core",
	("a launch at each iteration count during which nothing else ran on its "
	 "core, or samples under 1 ms"),
	"samples in the order of measurement",
	("enough undisturbed launches (three for noise) or samples in them (ten; "
	 "twenty for dependence)"),
	"launches without address space randomisation, as the doctor runs them",
	("how the suite's code is aligned (suite.NAME.alignment or "
	 "suite.NAME.placement)"),
	"whether the benchmark has a verify function (verified)",
	"instructions that valgrind counted, as --check counts does",
	"launches at two iteration counts, or what the timed loop does",
};

const char *severity_name(enum severity severity)
{
	static const char *const names[] = { "info", "warning", "error" };

	return names[severity];
}

/* What the parts of a benchmark of our harness are in Google Benchmark, and elsewhere. */
static const struct {
	const char *ours, *gbench, *others;
} terms[] = {
	{ ".setup", "the code before the loop", "code that is not timed" },
	{ ".before_sample", "code between PauseTiming() and ResumeTiming()",
		"code that is not timed" },
	{ ".teardown", "the code after the loop", "code that is not timed" },
	{ ".verify", "the code after the loop", "code that is not timed" },
	{ "bd_result()", "benchmark::DoNotOptimize()", "what its framework keeps" },
	{ "bd_keep()", "benchmark::DoNotOptimize()", "what its framework keeps" },
	{ "bd_clobber()", "benchmark::ClobberMemory()", "a barrier for the compiler" },
	{ "bd_skip()", "state.SkipWithError()", "the framework's word for skipped" },
};

static void use_own_terms(struct finding *finding)
{
	const struct bench_data *bench = finding->bench;
	const char *adapter = bench ? bench_data_adapter(bench) : NULL;

	for (size_t i = 0; adapter && i < ARRAY_SIZE(terms); i++) {
		char *at = strstr(finding->advice, terms[i].ours), *whole;

		if (!at)
			continue;
		*at = '\0';
		whole = memory_format("%s%s%s", finding->advice,
			strcmp(adapter, "gbench") == 0 ? terms[i].gbench : terms[i].others,
			at + strlen(terms[i].ours));
		free(finding->advice);
		finding->advice = whole;
		i--; /* it may stand there twice */
	}
}

void finding_advise(struct findings *findings, const char *advice, ...)
{
	struct finding *finding = &findings->items[findings->count - 1];
	va_list args;

	free(finding->advice);
	va_start(args, advice);
	finding->advice = memory_format_list(advice, args);
	va_end(args);
	use_own_terms(finding);
}

void finding_add(struct findings *findings, enum severity severity, const char *advice,
	const char *message, ...)
{
	struct finding *finding =
		ARRAY_ADD(findings->items, findings->count, findings->capacity);
	va_list args;

	*finding = (struct finding){
		.check = findings->check, .bench = findings->bench, .severity = severity
	};
	va_start(args, message);
	finding->message = memory_format_list(message, args);
	va_end(args);
	finding_advise(findings, "%s", advice ? advice : "");
}

void finding_number(struct findings *findings, const char *name, double value)
{
	struct finding *finding = &findings->items[findings->count - 1];

	assert(finding->number_count < FINDING_NUMBERS_MAX);
	finding->numbers[finding->number_count++] = (struct evidence_number){ name, value };
}

double finding_number_of(const struct finding *finding, const char *name)
{
	for (size_t i = 0; i < finding->number_count; i++)
		if (!strcmp(finding->numbers[i].name, name))
			return finding->numbers[i].value;
	return NAN;
}

void finding_release(struct finding *finding)
{
	free(finding->message);
	free(finding->advice);
	free(finding->code);
}

void findings_release(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		finding_release(&findings->items[i]);
	free(findings->items);
	memset(findings, 0, sizeof(*findings));
}
