/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_BENCH_CHART_H
#define DRIVER_SCREENS_BENCH_CHART_H

#include "compare/print/layout.h"
#include "driver/screens/words.h"

/* One level of a track: the points from..to-1, which have the mean `level` of ln ns. */
struct stretch {
	size_t from, to;
	double level;
	double slope; /* of a drift, from point to point: `level` is its middle; else 0 */
	const struct change *change; /* with which it began; NULL: none */
	size_t change_place;
};

struct stretches {
	struct stretch *list; /* owned; the caller frees it */
	size_t count, capacity;
};

/* The levels of a track of the screen. */
struct stretches stretches_of(const struct screen *screen, size_t index);
/* ln ns at the first point, or at the last one. */
double stretch_begin(const struct stretch *stretch);
double stretch_end(const struct stretch *stretch);
/* The value as the machine is now: its shifts since then are taken out. As ln ns. */
double stretch_value(const struct screen *screen, const struct track_point *point);
/* Does the benchmark compute something else than at the point before? */
bool stretch_redefined(const struct track_point *point);
/* What changed between two points of a track: M machine, B benchmark, T compiler, '.' code, ' '
 * nothing that is known. */
char stretch_mark(
	const struct screen *screen, const struct track_point *a, const struct track_point *b);

/* One benchmark: chart of its nights with the levels, marks of what changed, a table of the
 * levels, the last nights. `index` is its place in screen->tracks. */
void bench_chart_print(
	const struct screen *screen, size_t index, const struct layout_size *size, FILE *out);

#endif
