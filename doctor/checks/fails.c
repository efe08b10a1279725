/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/format.h"
#include "doctor/base/check.h"

#include <stdio.h>

static void report_leftover(int64_t processes, size_t launches, struct findings *findings)
{
	finding_add(findings, SEVERITY_ERROR,
		"end every process that the benchmark starts, and wait for it, in .teardown",
		"%lld process%s left running in %zu launch%s", (long long)processes,
		PLURAL_ES(processes), launches, PLURAL_ES(launches));
	finding_number(findings, "leftover", (double)processes);
}

static const char *advice_for(enum outcome outcome)
{
	static const char *const advice[OUTCOME_COUNT] = {
		[OUTCOME_SIGNAL] = "run it in a debugger, or build it with -fsanitize=address",
		[OUTCOME_TIMEOUT] =
			"run it by hand: does it loop endlessly or wait for input? If "
			"it is only slow, give its suite a longer timeout",
		[OUTCOME_GARBLED] = "the benchmark must neither write to the descriptor of "
				    "--out-fd nor end the process itself",
	};

	return advice[outcome] ? advice[outcome] : "run it by hand and read what it prints";
}

static void report_set_up(const struct launch *launch, struct findings *findings)
{
	finding_add(findings, SEVERITY_ERROR,
		"run it by hand. If the set-up cannot do its work here, it returns "
		"bd_skip() with a reason",
		"its set-up failed: %s, and nothing was measured", launch->evidence->detail);
}

struct failures {
	size_t count, leaving;
	int64_t leftover;
	const struct launch *first;
	const struct launch *set_up; /* the first whose set-up failed */
	bool mixed;                  /* they failed in different ways */
	int64_t only_for;            /* iterations that all of them had, or 0 */
};

static struct failures failures_of(const struct bench_data *bench)
{
	struct failures f = { 0 };

	for (size_t i = 0; i < bench->failed_count; i++) {
		const struct launch *launch = bench->failed[i];

		if (launch->evidence && launch->evidence->leftover > 0) {
			f.leftover += launch->evidence->leftover;
			f.leaving++;
		}
		if (!f.set_up && launch_set_up_failed(launch))
			f.set_up = launch;
		if (launch->status == OUTCOME_OK || launch->status == OUTCOME_VERIFY ||
			launch->status == OUTCOME_SKIPPED)
			continue;
		if (!f.count++) {
			f.first = launch;
			f.only_for = launch->iterations;
		}
		f.mixed |= launch->status != f.first->status;
		if (launch->iterations != f.only_for)
			f.only_for = 0;
	}
	/* Launches of other counts ended well, of this one none. */
	if (!bench->series_count || (f.only_for && bench_data_series(bench, f.only_for)))
		f.only_for = 0;
	return f;
}

static void fails_report(const struct failures *f, struct findings *findings)
{
	const char *detail = f->first->evidence ? f->first->evidence->detail : "";
	bool tells = f->first->status == OUTCOME_GARBLED || f->first->status == OUTCOME_TIMEOUT;
	const char *colon = tells ? ": " : " ";
	const char *plural = PLURAL_ES(f->count);
	char only[64] = "";

	if (f->only_for > 0)
		snprintf(only, sizeof(only), ", all those of %lld iteration%s and no others",
			(long long)f->only_for, PLURAL(f->only_for));
	finding_add(findings, SEVERITY_ERROR, advice_for(f->first->status),
		"%zu launch%s %s with %s%s%s%s", f->count, plural,
		f->mixed ? "failed, the first one" : "ended", outcome_name(f->first->status),
		detail[0] ? colon : "", detail, only);
	finding_number(findings, "failures", (double)f->count);
}

static void fails_run(const struct bench_data *bench, struct findings *findings)
{
	struct failures f = failures_of(bench);

	if (f.leaving)
		report_leftover(f.leftover, f.leaving, findings);
	if (f.set_up)
		report_set_up(f.set_up, findings);
	if (f.first)
		fails_report(&f, findings);
}

const struct check check_fails = {
	.name = "fails",
	.summary = "every launch succeeds and leaves no process running",
	.run = fails_run,
};
