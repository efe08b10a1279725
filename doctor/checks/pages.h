/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_PAGES_H
#define DOCTOR_CHECKS_PAGES_H

#include "doctor/base/bench_data.h"

/*
 * Peak resident memory of the launches of one series, in pages of 4 KiB. `grown` is the part
 * above the memory before the set-up. How many pages of programs and libraries the kernel maps
 * at once depends on its file cache. So memory differs only if peak and growth both differ.
 */
struct pages {
	double least, most, range;
	double grown_least, grown_range; /* NAN where a launch does not report its base */
	size_t count; /* launches that report it; with none, the numbers are NAN */
};

struct pages pages_of(const struct series *series);

#endif
