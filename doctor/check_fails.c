/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

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
		return "it must not write to the row channel (descriptor 3) or end the process "
		       "itself";
	default:
		return "run it by hand and look at what it prints";
	}
}

static void run(const struct patient *patient, const struct settings *settings,
	struct findings *findings)
{
	size_t failures = 0, leaving = 0;
	int64_t leftover = 0;
	const struct launch *first = NULL;
	struct finding *finding;
	const char *detail;

	(void)settings;
	for (size_t i = 0; i < patient->failed_count; i++) {
		const struct launch *launch = patient->failed[i];

		if (launch->evidence && launch->evidence->leftover > 0) {
			leftover += launch->evidence->leftover;
			leaving++;
		}
		if (launch->status == OUTCOME_OK || launch->status == OUTCOME_VERIFY ||
			launch->status == OUTCOME_SKIPPED)
			continue;
		if (!first)
			first = launch;
		failures++;
	}
	if (leaving)
		left_over(leftover, leaving, findings);
	if (!first)
		return;
	detail = first->evidence ? first->evidence->detail : "";
	finding = finding_add(findings, SEVERITY_ERROR, "%zu launch%s ended with %s%s%s",
		failures, failures == 1 ? "" : "es", outcome_name(first->status),
		detail[0] ? " " : "", detail);
	finding_number(finding, "failures", (double)failures);
	finding_advise(finding, "%s", advice_for(first->status));
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
