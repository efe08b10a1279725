/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/running.h"

#include <math.h>

double running_mean(const struct running *r)
{
	return r->n > 0 ? r->mean : NAN;
}

double running_variance(const struct running *r)
{
	if (r->n < 2)
		return r->n == 1 ? 0 : NAN;
	return r->squares / (double)(r->n - 1);
}

double running_sd(const struct running *r)
{
	return sqrt(running_variance(r));
}
