/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/spread.h"

#include "compare/memory.h"
#include "compare/summary.h"

#include <math.h>
#include <stdlib.h>

double spread_between(const struct series *series)
{
	double *logs = memory_zeroed(series->count, sizeof(*logs)), sd;
	size_t n = 0;

	for (size_t i = 0; i < series->count; i++)
		if (series->launches[i]->median_ns > 0)
			logs[n++] = log(series->launches[i]->median_ns);
	sd = n >= 3 ? moments_of(logs, n).sd : NAN;
	free(logs);
	return sd;
}
