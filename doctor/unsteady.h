/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_UNSTEADY_H
#define DOCTOR_UNSTEADY_H

#include "doctor/audit.h"

/*
 * A benchmark that is noisy alone may still be so because of the machine (other guests on its
 * cores). Then the others are as well: where more than half of at least UNSTEADY_LEAST
 * benchmarks of a log of the doctor's own are noisy alone, what rests on quiet launches
 * (NEED_QUIET) is put down to the machine, but for noise that is UNSTEADY_TIMES the median of
 * these. Such findings are taken out and counted in audit->unsteady.
 */
#define UNSTEADY_LEAST 20
#define UNSTEADY_TIMES 3

void unsteady_find(struct audit *audit);

#endif
