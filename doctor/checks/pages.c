/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/pages.h"

#include <math.h>

#define PAGE_KIB 4.0

struct pages pages_of(const struct series *series)
{
	struct pages pages = { NAN, NAN, NAN, NAN, NAN, 0 };
	double grown_most = NAN;
	bool known = true;

	for (size_t i = 0; series && i < series->count; i++) {
		const struct evidence *e = series->launches[i]->evidence;
		double peak, grown;

		if (!e || e->memory.peak_kib < 0)
			continue;
		peak = (double)e->memory.peak_kib / PAGE_KIB;
		grown = (double)(e->memory.peak_kib - e->memory.base_kib) / PAGE_KIB;
		known &= e->memory.base_kib >= 0;
		pages.least = pages.count ? fmin(pages.least, peak) : peak;
		pages.most = pages.count ? fmax(pages.most, peak) : peak;
		pages.grown_least = fmin(pages.grown_least, grown);
		grown_most = fmax(grown_most, grown);
		pages.count++;
	}
	pages.range = pages.most - pages.least;
	pages.grown_range = known ? grown_most - pages.grown_least : NAN;
	pages.grown_least = known ? pages.grown_least : NAN;
	return pages;
}
