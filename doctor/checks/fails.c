/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include <stdio.h>
#include <string.h>

static void left_over(int64_t processes, size_t launches, struct findings *findings)
{
	struct finding *finding = finding_add(findings, SEVERITY_ERROR,
		"it left %lld process%s behind, in %zu launch%s", (long long)processes,
		processes == 1 ? "" : "es", launches, launches == 1 ? "" : "es");

	finding_number(finding, "leftover", (double)processes);
	finding_advise(finding, "end and wait for every process that it starts, in tear-down");
}

static const char *advice_for(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_SIGNAL:
		return "run it by hand under a debugger, or in a build with -fsanitize=address";
	case OUTCOME_TIMEOUT:
		return "does it loop for ever or wait for input? Run it by hand, or give its "
		       "suite a "
		       "longer timeout";
	case OUTCOME_GARBLED:
		return "it must not write to the row channel (the descriptor of --out-fd), nor "
		       "end "
		       "the process itself";
	default:
		return "run it by hand and look at what it prints";
	}
}

struct failures {
	size_t count, leaving;
	int64_t leftover;
	const struct launch *first;
	bool mixed;       /* they did not all end alike */
	int64_t only_for; /* iterations that all of them had, or 0 */
};

static bool is_failure(const struct launch *launch)
{
	return launch->status != OUTCOME_OK && launch->status != OUTCOME_VERIFY &&
	       launch->status != OUTCOME_SKIPPED;
}

static struct failures failures_of(const struct bench_data *bench)
{
	struct failures f = { 0 };

	for (size_t i = 0; i < bench->failed_count; i++) {
		const struct launch *launch = bench->failed[i];

		if (launch->evidence && launch->evidence->leftover > 0) {
			f.leftover += launch->evidence->leftover;
			f.leaving++;
		}
		if (!is_failure(launch))
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

static void report(const struct failures *f, struct findings *findings)
{
	const char *detail = f->first->evidence ? f->first->evidence->detail : "";
	const char *colon = f->first->status == OUTCOME_GARBLED ? ": " : " ";
	const char *plural = f->count == 1 ? "" : "es";
	struct finding *finding;
	char only[64] = "";

	if (f->only_for > 0)
		snprintf(only, sizeof(only), ", all those of %lld iteration%s and no others",
			(long long)f->only_for, f->only_for == 1 ? "" : "s");
	finding = finding_add(findings, SEVERITY_ERROR, "%zu launch%s %s with %s%s%s%s",
		f->count, plural, f->mixed ? "failed, the first one" : "ended",
		outcome_name(f->first->status), detail[0] ? colon : "", detail, only);
	finding_number(finding, "failures", (double)f->count);
	finding_advise(finding, "%s", advice_for(f->first->status));
}

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	struct failures f = failures_of(bench);

	(void)settings;
	if (f.leaving)
		left_over(f.leftover, f.leaving, findings);
	if (f.first)
		report(&f, findings);
}

const struct check check_fails = {
	.name = "fails",
	.summary = "every launch ends well and leaves nothing behind",
	.explain = "A launch crashed, exited with an error, ran into its time limit, wrote\n"
		   "something else than its row, or left processes running. Nothing is\n"
		   "known of the first four, and processes that are left behind disturb\n"
		   "all that is measured after them.\n\n"
		   "How to mend it: run 'SUITE NAME' by hand; the message names the exit\n"
		   "code or signal, and the .err file beside the log has the last lines\n"
		   "that it printed.\n\n"
		   "Example: '2 launches ended with signal SIGSEGV': the set-up leaves\n"
		   "b->state empty. 'it left 5 processes behind, in 5 launches': the timed\n"
		   "function forks; end and wait for the child there, or in .teardown.\n",
	.run = run,
};
