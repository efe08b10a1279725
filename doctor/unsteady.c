/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/unsteady.h"

#include "compare/memory.h"
#include "compare/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_noise(const struct finding *finding)
{
	return !strcmp(finding->check->name, "noise") && finding->patient->alone;
}

static double sd_of(const struct finding *finding)
{
	double sd = INFINITY;

	for (size_t i = 0; i < finding->number_count; i++)
		if (!strncmp(finding->numbers[i].name, "sd", 2))
			sd = fmin(sd, finding->numbers[i].value);
	return sd;
}

/* The SD of each noisy benchmark; freed by the caller. */
static double *spreads(const struct audit *audit, size_t *n)
{
	double *sds = memory_zeroed(audit->findings.count, sizeof(*sds));

	*n = 0;
	for (size_t i = 0; i < audit->findings.count; i++)
		if (is_noise(&audit->findings.items[i]))
			sds[(*n)++] = sd_of(&audit->findings.items[i]);
	return sds;
}

static bool by_the_machine(const struct finding *finding, double typical)
{
	if (!(finding->check->needs & NEED_QUIET) || !finding->patient->alone)
		return false;
	return !is_noise(finding) || sd_of(finding) < UNSTEADY_TIMES * typical;
}

static void take_out(struct audit *audit, double typical)
{
	struct findings *findings = &audit->findings;
	size_t kept = 0;

	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = &findings->items[i];

		if (!by_the_machine(finding, typical)) {
			findings->items[kept++] = *finding;
			continue;
		}
		finding_release(finding);
		audit->unsteady.findings++;
	}
	findings->count = kept;
}

void unsteady_find(struct audit *audit)
{
	size_t noisy, measured = 0;
	double *sds = spreads(audit, &noisy);

	for (size_t i = 0; i < audit->patients.count; i++)
		measured += audit->patients.items[i].series_count > 0;
	if (measured >= UNSTEADY_LEAST && 2 * noisy > measured) {
		audit->unsteady = (struct audit_unsteady){ .benchmarks = noisy,
			.sd = quantile_median_of(sds, noisy) };
		take_out(audit, audit->unsteady.sd);
	}
	free(sds);
}
