/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_MACHINE_NOISE_H
#define DOCTOR_MACHINE_NOISE_H

#include "doctor/audit.h"

/*
 * A benchmark may be noisy alone because of the machine. The machine is noisy:
 * - if more than half of at least NOISE_LEAST benchmarks of the doctor's own log stay noisy
 *   when run alone ("most are noisy"); or
 * - if, of at least NOISE_LAUNCHES launches that probed their core, a share above NOISE_SHARED
 *   found it shared. A probe misses much of the use of a core's caches, so the other
 *   launches may have shared theirs too.
 *
 * These findings of rechecked benchmarks are then attributed to the machine. They are taken out
 * and counted in audit->noise:
 * - noise below NOISE_TIMES the median noise. Unless most are noisy, it must also be below the
 *   error limit of the check;
 * - if most are noisy, all other findings of checks that need quiet launches (NEED_QUIET);
 * - if cores were shared, set-up in the timed part and non-linearity that are less than
 *   NOISE_TIMES beyond their limits.
 */
#define NOISE_LEAST    20
#define NOISE_LAUNCHES 100
#define NOISE_SHARED   0.1
#define NOISE_TIMES    3

void machine_noise_find(struct audit *audit, const struct settings *settings);

#endif
