/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <inttypes.h>
#include <math.h>

static void report_failure(const struct launch *launch, struct findings *findings)
{
	const char *detail = launch->evidence ? launch->evidence->detail : "";

	finding_add(findings, SEVERITY_ERROR,
		"correct the result first: the time of a wrong result is worthless",
		"the benchmark's own check of its result failed%s%s", detail[0] ? ": " : "",
		detail);
	finding_number(findings, "iterations",
		launch->iterations > 0 ? (double)launch->iterations : NAN);
}

/* A launch with a checksum, and its iterations, which a foreign log may lack. */
struct checked {
	const struct launch *launch;
	int64_t iterations;
};

/* The first launch with a checksum, and the first with a different one. False: all agree. */
static bool find_different(
	const struct bench_data *bench, struct checked *first, struct checked *other)
{
	*first = *other = (struct checked){ 0 };
	for (size_t s = 0; s < bench->series_count; s++)
		for (size_t i = 0; i < bench->series[s].count; i++) {
			const struct launch *launch = bench->series[s].launches[i];

			if (!launch->evidence || !launch->evidence->result.has_checksum)
				continue;
			*other = (struct checked){ launch, bench->series[s].iterations };
			if (!first->launch)
				*first = *other;
			if (launch->evidence->result.checksum !=
				first->launch->evidence->result.checksum)
				return true;
		}
	return false;
}

static void report_different(
	const struct checked *first, const struct checked *other, struct findings *findings)
{
	bool lot = first->iterations == other->iterations;
	uint64_t one = first->launch->evidence->result.checksum;
	uint64_t another = other->launch->evidence->result.checksum;

	if (lot)
		finding_add(findings, SEVERITY_ERROR, NULL,
			"the checksum of its result is %016" PRIx64
			" in one launch of n = %lld and %016" PRIx64 " in another",
			one, (long long)first->iterations, another);
	else
		finding_add(findings, SEVERITY_ERROR, NULL,
			"the checksum of its result is %016" PRIx64
			" in launches of n = %lld and %016" PRIx64 " in those of n = %lld",
			one, (long long)first->iterations, another,
			(long long)other->iterations);
	finding_number(findings, "first_iterations", (double)first->iterations);
	finding_number(findings, "other_iterations", (double)other->iterations);
	finding_advise(findings, lot ? "find what differs between processes: an unset seed, "
				       "uninitialised memory, the time, addresses, threads"
				     : "pass the result of one iteration to bd_result(). If it "
				       "is one, iterations do different work: find state that "
				       "is carried over, or an unset seed");
}

static void verify_run(const struct bench_data *bench, struct findings *findings)
{
	struct checked first, other;

	for (size_t i = 0; i < bench->failed_count; i++)
		if (bench->failed[i]->status == OUTCOME_VERIFY &&
			!launch_set_up_failed(bench->failed[i])) {
			report_failure(bench->failed[i], findings);
			return;
		}
	if (find_different(bench, &first, &other))
		report_different(&first, &other, findings);
}

const struct check check_verify = {
	.name = "verify",
	.summary = "the result is right, and the same for any number of iterations",
	.run = verify_run,
};
