/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/memory_change.h"

#include "compare/log/metric.h"
#include "compare/verdict/row_side.h"

#include <math.h>

static void peak_range(const struct row_side *side, double *low, double *high)
{
	*low = *high = NAN;
	for (size_t i = 0; i < side->benchmark->launch_count; i++) {
		const struct launch *launch = &side->benchmark->launches[i];

		if (!launch_is_usable(launch))
			continue;
		*low = fmin(*low, launch_counted(launch, METRIC_MEMORY));
		*high = fmax(*high, launch_counted(launch, METRIC_MEMORY));
	}
}

bool memory_changed(const struct row *row)
{
	double old = row->old.peak_kib, new = row->new.peak_kib, less = fmin(old, new);
	double old_low, old_high, new_low, new_high;

	if (isnan(old) || isnan(new) || fabs(new - old) < MEMORY_CHANGE_KIB ||
		fabs(new - old) < MEMORY_CHANGE_RATIO * less)
		return false;
	peak_range(&row->old, &old_low, &old_high);
	peak_range(&row->new, &new_low, &new_high);
	return old_high < new_low || new_high < old_low;
}
