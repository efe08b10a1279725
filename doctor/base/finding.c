/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/finding.h"

#include "compare/base/memory.h"
#include "doctor/base/bench_data.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
