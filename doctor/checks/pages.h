/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_PAGES_H
#define DOCTOR_CHECKS_PAGES_H

#include "doctor/base/bench_data.h"

/*
 * Peak resident memory of the launches of one series, in pages of 4 KiB. `grown`: without the
 * memory that was resident before the set-up. The kernel maps more or less of programs and
 * libraries at once, depending on its page cache; so memory differs only if both numbers do.
 */
struct pages {
	double least, most, range;
	double grown_least, grown_range; /* NAN if a launch lacks its base */
	size_t count; /* launches that report it; with none, the numbers are NAN */
};

struct pages pages_of(const struct series *series);

#endif
