/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_PAGES_H
#define DOCTOR_PAGES_H

#include "doctor/patient.h"

/* Peak resident memory of the launches of one series, in pages of 4 KiB. */
struct pages {
	double least, most, range;
	size_t count; /* launches that report it; with none, the numbers are NAN */
};

struct pages pages_of(const struct series *series);

#endif
