/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_BENCH_CHART_H
#define DRIVER_SCREENS_BENCH_CHART_H

#include "compare/print/layout.h"
#include "driver/screens/words.h"

/* One benchmark: chart of its nights with the levels, marks of what changed, a table of the
 * levels, the last nights. `index` is its place in screen->tracks. */
void bench_chart_print(
	const struct screen *screen, size_t index, const struct layout_size *size, FILE *out);

#endif
