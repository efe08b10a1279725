/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/spread.h"

#include "compare/memory.h"
#include "compare/summary.h"

#include <math.h>
#include <stdlib.h>

double spread_between(const struct series *series)
{
	double *values = memory_zeroed(series->count, sizeof(*values)), sd;
	size_t count = series_values(series, values), n = 0;

	for (size_t i = 0; i < count; i++)
		if (values[i] > 0)
			values[n++] = log(values[i]);
	sd = n >= 3 ? moments_of(values, n).sd : NAN;
	free(values);
	return sd;
}
