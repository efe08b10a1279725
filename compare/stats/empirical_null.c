/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/empirical_null.h"

#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

#include <math.h>

double empirical_null_scale(const double *z, size_t n)
{
	double mad = quantile_mad(z, n, quantile_median_of(z, n));

	return mad * QUANTILE_MAD_SCALE > 1 ? mad * QUANTILE_MAD_SCALE : 1;
}

double empirical_null_p(double z, double scale)
{
	return 2 * normal_sf(fabs(z) / scale);
}

double empirical_null_z(double p)
{
	return isnan(p) ? NAN : -normal_quantile(fmax(p, 1e-300) / 2);
}
