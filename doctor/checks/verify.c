/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include <inttypes.h>
#include <math.h>

static void report_failure(const struct launch *launch, struct findings *findings)
{
	const char *detail = launch->evidence ? launch->evidence->detail : "";
	struct finding *finding = finding_add(findings, SEVERITY_ERROR,
		"its own check of the result failed%s%s", detail[0] ? ": " : "", detail);

	finding_number(finding, "iterations",
		launch->iterations > 0 ? (double)launch->iterations : NAN);
	finding_advise(finding, "a wrong result makes its time worthless: mend the work first");
}

/* A launch with a checksum, and its iterations, which a foreign log need not tell. */
struct checked {
	const struct launch *launch;
	int64_t iterations;
};

/* The first launch, and the first whose checksum is another one. False: all agree. */
static bool find_different(
	const struct bench_data *bench, struct checked *first, struct checked *other)
{
	*first = *other = (struct checked){ 0 };
	for (size_t s = 0; s < bench->series_count; s++)
		for (size_t i = 0; i < bench->series[s].count; i++) {
			const struct launch *launch = bench->series[s].launches[i];

			if (!launch->evidence || !launch->evidence->has_checksum)
				continue;
			*other = (struct checked){ launch, bench->series[s].iterations };
			if (!first->launch)
				*first = *other;
			if (launch->evidence->checksum != first->launch->evidence->checksum)
				return true;
		}
	return false;
}

static void report_different(
	const struct checked *first, const struct checked *other, struct findings *findings)
{
	struct finding *finding;
	bool lot = first->iterations == other->iterations;
	uint64_t one = first->launch->evidence->checksum;
	uint64_t another = other->launch->evidence->checksum;

	if (lot)
		finding = finding_add(findings, SEVERITY_ERROR,
			"the checksum of its result is %016" PRIx64
			" in one launch of n = %lld and %016" PRIx64 " in another",
			one, (long long)first->iterations, another);
	else
		finding = finding_add(findings, SEVERITY_ERROR,
			"the checksum of its result is %016" PRIx64
			" in launches of n = %lld and %016" PRIx64 " in those of n = %lld",
			one, (long long)first->iterations, another,
			(long long)other->iterations);
	finding_number(finding, "first_iterations", (double)first->iterations);
	finding_number(finding, "other_iterations", (double)other->iterations);
	finding_advise(finding,
		lot ? "look for what differs between processes: an unset seed, memory that "
		      "nobody has written, the time, addresses, threads"
		    : "give bd_result() the result of one iteration; if it is, iterations do "
		      "not do the same work: look for state that is carried over, or an unset "
		      "seed");
}

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	struct checked first, other;

	(void)settings;
	for (size_t i = 0; i < bench->failed_count; i++)
		if (bench->failed[i]->status == OUTCOME_VERIFY) {
			report_failure(bench->failed[i], findings);
			return;
		}
	if (find_different(bench, &first, &other))
		report_different(&first, &other, findings);
}

const struct check check_verify = {
	.name = "verify",
	.summary = "its result is right, and the same for any number of iterations",
	.explain = "The benchmark's own check of its result failed, or two launches with\n"
		   "different numbers of iterations (or of the same number) ended with\n"
		   "different checksums. A fast wrong answer is no answer, and a result\n"
		   "that depends on n means that iterations differ.\n\n"
		   "How to mend it: run 'SUITE NAME --iterations 1' and '--iterations 2'\n"
		   "by hand and look at the message of verify; reset what the first\n"
		   "iteration changes; seed random numbers with a constant.\n\n"
		   "Example: the checksum is 01 in launches of n = 1 and 02 in those of n\n"
		   "= 2, as the sum is not set to 0 at the head of each iteration. Set it\n"
		   "there, and give bd_result() the last one.\n",
	.run = run,
};
