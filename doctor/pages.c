/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/pages.h"

#include <math.h>

#define PAGE_KIB 4.0

struct pages pages_of(const struct series *series)
{
	struct pages pages = { NAN, NAN, NAN, 0 };

	for (size_t i = 0; series && i < series->count; i++) {
		double peak = (double)series->launches[i]->peak_kib / PAGE_KIB;

		if (series->launches[i]->peak_kib < 0)
			continue;
		pages.least = pages.count ? fmin(pages.least, peak) : peak;
		pages.most = pages.count ? fmax(pages.most, peak) : peak;
		pages.count++;
	}
	pages.range = pages.most - pages.least;
	return pages;
}
