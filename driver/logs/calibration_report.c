/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/calibration_report.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "driver/logs/calibration.h"

void calibration_report(struct audit *audit)
{
	struct audit_calibration found = { 0 };
	AUTO_FREE double *eight = memory_zeroed(audit->benches.count, sizeof(*eight));
	AUTO_FREE double *twenty = memory_zeroed(audit->benches.count, sizeof(*twenty));
	const struct log *log = NULL;
	struct calibration c = { 0 };
	size_t eights = 0, twenties = 0;

	for (size_t i = 0; i < audit->benches.count; i++) {
		const struct bench_data *bench = &audit->benches.items[i];
		const struct calibration_entry *entry;

		if (bench->log != log) {
			if (log)
				calibration_release(&c);
			log = bench->log;
			calibration_open_beside(&c, log);
		}
		entry = calibration_find(&c, bench->suite, bench->name);
		if (!entry)
			continue;
		found.benchmarks++;
		found.changed += entry->changed;
		if (!isnan(entry->smallest_8))
			eight[eights++] = entry->smallest_8;
		if (!isnan(entry->smallest_20))
			twenty[twenties++] = entry->smallest_20;
	}
	found.smallest_8 = quantile_median_of(eight, eights);
	found.smallest_20 = quantile_median_of(twenty, twenties);
	audit->calibration = found;
	if (log)
		calibration_release(&c);
}
