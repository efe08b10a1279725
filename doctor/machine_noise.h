/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_MACHINE_NOISE_H
#define DOCTOR_MACHINE_NOISE_H

#include "doctor/base/check.h"

/*
 * Is the machine the cause of noise? Three signs, in logs of the doctor:
 * - More than a share of NOISE_MOST of the benchmarks are noisy alone. These must be at least
 *   NOISE_LEAST, or as large a share must be disturbed: most of their launches were not quiet.
 * - Of at least NOISE_LAUNCHES launches, more than a share of NOISE_BUSY were not quiet.
 * Neither run delay nor the probes show every use of the caches, so the remaining launches may
 * be affected as well.
 * - At least NOISE_MODES benchmarks, and an eighth of those measured, have two modes, all
 * equally far apart, within NOISE_ALIKE: the machine has two speeds.
 *
 * Then these findings are removed and counted in noise->findings:
 * - noise below NOISE_TIMES the median SD and, unless most benchmarks are noisy, below
 *   the limit of an error, or NOISE_TIMES that if most are disturbed;
 * - if most benchmarks are noisy, every finding that needs quiet launches (NEED_QUIET);
 * - if launches were not quiet, set-up inside the timed part and a lack of linearity that
 *   are less than NOISE_TIMES beyond their limits;
 * - if many benchmarks share their modes, these, and all noise with an SD below the gap.
 */
#define NOISE_LEAST    20
#define NOISE_LAUNCHES 100
#define NOISE_BUSY     0.1
#define NOISE_MOST     0.5
#define NOISE_TIMES    3
#define NOISE_MODES    5
#define NOISE_ALIKE    0.2

struct machine_noise {
	bool found;
	bool most_noisy, most_disturbed; /* of the benchmarks */
	size_t benchmarks;               /* noisy when run alone */
	double sd;                       /* the median of their SDs between launches */
	size_t launches, not_quiet;      /* with evidence; of these, not quiet */
	size_t disturbed;                /* benchmarks most of whose launches were not quiet */
	double gap;                      /* of modes, ln, that many benchmarks share; 0: none */
	size_t modes;                    /* benchmarks that do */
	size_t findings;                 /* taken out */
};

void machine_noise_find(struct machine_noise *u, const struct benches *benches,
	struct findings *findings, const struct settings *settings);

#endif
