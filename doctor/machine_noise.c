/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/machine_noise.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <string.h>

static bool is_noise(const struct finding *finding)
{
	return !strcmp(finding->check->name, "noise") && finding->bench->alone;
}

static double sd_of(const struct finding *finding)
{
	return fmin(finding_number_of(finding, "sd"), finding_number_of(finding, "sd_but_one"));
}

/* The SD of each noisy benchmark. The caller frees. */
static double *spreads(const struct findings *findings, size_t *n)
{
	double *sds = memory_zeroed(findings->count, sizeof(*sds));

	*n = 0;
	for (size_t i = 0; i < findings->count; i++)
		if (is_noise(&findings->items[i]))
			sds[(*n)++] = sd_of(&findings->items[i]);
	return sds;
}

/* ln of the ratio of the two modes; NAN for another finding. */
static double gap_of(const struct finding *finding)
{
	return log(
		finding_number_of(finding, "high_ns") / finding_number_of(finding, "low_ns"));
}

static bool has_gap(const struct finding *finding, double gap)
{
	return finding->bench->alone && fabs(gap_of(finding) - gap) <= NOISE_ALIKE * gap;
}

/* How many benchmarks have it: the modes of one stand together. */
static size_t count_gap(const struct findings *findings, double gap)
{
	const struct bench_data *last = NULL;
	size_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (has_gap(&findings->items[i], gap)) {
			count += findings->items[i].bench != last;
			last = findings->items[i].bench;
		}
	return count;
}

static void find_gap(struct machine_noise *u, const struct findings *findings, size_t measured)
{
	for (size_t i = 0; i < findings->count; i++) {
		double gap = gap_of(&findings->items[i]);
		size_t count = isfinite(gap) ? count_gap(findings, gap) : 0;

		if (count >= NOISE_MODES && 8 * count >= measured && count > u->modes) {
			u->modes = count;
			u->gap = gap;
		}
	}
}

static void count_disturbed(struct machine_noise *u, const struct bench_data *bench)
{
	size_t launches = 0, not_quiet = 0;

	for (const struct bench_data *part = bench; part;
		part = part == bench ? bench->alone : NULL) {
		struct launch_cursor cursor = { 0 };
		const struct launch *launch;

		while ((launch = bench_data_next(part, &cursor))) {
			launches += launch->evidence != NULL;
			not_quiet += !launch_is_quiet(launch);
		}
	}
	u->launches += launches;
	u->not_quiet += not_quiet;
	u->disturbed += (double)not_quiet > NOISE_MOST * (double)launches;
}

/* Is the ratio of two added times, which should be 2, only slightly beyond its limits? */
static bool is_slight_ratio(double ratio, double low, double high)
{
	return ratio - 2 < NOISE_TIMES * (high - 2) && 2 - ratio < NOISE_TIMES * (2 - low);
}

/* Set-up or linearity, slightly beyond the limit. */
static bool is_slight(const struct finding *finding, const struct settings *settings)
{
	const struct check *check = finding->check;
	double low, high;

	if (!strcmp(check->name, "setup-overhead"))
		return finding_number_of(finding, "share") <
		       NOISE_TIMES * check_limit_value(check, settings, "");
	if (strcmp(check->name, "linearity") != 0)
		return false;
	low = check_limit_value(check, settings, "low");
	high = check_limit_value(check, settings, "high");
	return is_slight_ratio(finding_number_of(finding, "ratio_first"), low, high) &&
	       is_slight_ratio(finding_number_of(finding, "ratio_second"), low, high);
}

static bool is_busy(const struct machine_noise *u)
{
	return u->launches >= NOISE_LAUNCHES &&
	       (double)u->not_quiet > NOISE_BUSY * (double)u->launches;
}

/* A machine that is busy now and then causes no error, and if few benchmarks are noisy, their
 * median does not describe the machine. */
static bool is_usual(const struct finding *finding, const struct machine_noise *u,
	const struct settings *settings)
{
	double error = check_limit_value(finding->check, settings, "error");
	double most = u->most_noisy       ? INFINITY
		      : u->most_disturbed ? NOISE_TIMES * error
					  : error;

	return sd_of(finding) < fmin(NOISE_TIMES * u->sd, most);
}

static bool by_the_machine(const struct finding *finding, const struct machine_noise *u,
	const struct settings *settings)
{
	if (!finding->bench->alone)
		return false;
	if (u->modes &&
		(has_gap(finding, u->gap) || (is_noise(finding) && sd_of(finding) < u->gap)))
		return true;
	if (is_noise(finding))
		return (u->most_noisy || is_busy(u)) && is_usual(finding, u, settings);
	if (finding->check->needs & NEED_QUIET)
		return u->most_noisy;
	return is_busy(u) && is_slight(finding, settings);
}

static void take_out(
	struct machine_noise *u, struct findings *findings, const struct settings *settings)
{
	size_t kept = 0;

	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = &findings->items[i];

		if (!by_the_machine(finding, u, settings)) {
			findings->items[kept++] = *finding;
			continue;
		}
		finding_release(finding);
		u->findings++;
	}
	findings->count = kept;
}

void machine_noise_find(struct machine_noise *u, const struct benches *benches,
	struct findings *findings, const struct settings *settings)
{
	AUTO_FREE double *sds = spreads(findings, &u->benchmarks);
	size_t measured = 0;

	for (size_t i = 0; i < benches->count; i++) {
		const struct bench_data *bench = &benches->items[i];

		measured += bench->series_count > 0;
		if (!bench->log || !log_meta(bench->log, DOCTOR_META))
			continue;
		count_disturbed(u, bench);
	}
	u->sd = u->benchmarks ? quantile_median_of(sds, u->benchmarks) : NAN;
	u->most_disturbed = u->launches >= NOISE_LAUNCHES &&
			    (double)u->disturbed > NOISE_MOST * (double)measured;
	u->most_noisy = (measured >= NOISE_LEAST || u->most_disturbed) &&
			(double)u->benchmarks > NOISE_MOST * (double)measured;
	find_gap(u, findings, measured);
	u->found = u->most_noisy || is_busy(u) || u->modes;
	if (u->found)
		take_out(u, findings, settings);
}
