/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_MACHINE_NOISE_H
#define DOCTOR_MACHINE_NOISE_H

#include "doctor/audit.h"

/*
 * A benchmark that is noisy alone may still be so because of the machine. Then the others are
 * as well: more than half of at least NOISE_LEAST benchmarks of a log of the doctor's own
 * are noisy alone. Or the launches tell: of NOISE_LAUNCHES that looked at their core more
 * than a share of NOISE_SHARED had to share it (who else uses the caches of a core is not
 * seen by every look, so that the others are not above suspicion).
 *
 * Then noise is put down to the machine where it is not NOISE_TIMES the median of these,
 * nor, unless most are noisy, as large as the check's limit of an error; and where most are
 * noisy, all that rests on quiet launches (NEED_QUIET); where launches told, set-up inside the
 * timed part and a lack of linearity that are not NOISE_TIMES beyond their limits. Such
 * findings are taken out and counted in audit->noise.
 */
#define NOISE_LEAST    20
#define NOISE_LAUNCHES 100
#define NOISE_SHARED   0.1
#define NOISE_TIMES    3

void machine_noise_find(struct audit *audit, const struct settings *settings);

#endif
