/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_NEED_H
#define DOCTOR_BASE_NEED_H

#include "doctor/base/bench_data.h"

/* A property that a check needs of a log. */
enum need {
	NEED_TIMES = 1,        /* at least one launch that is ok */
	NEED_TWO_COUNTS = 2,   /* launches at two iteration counts */
	NEED_FOUR_COUNTS = 4,  /* launches at 1, 2, 4 and 8 iterations */
	NEED_MEMORY = 8,       /* peak_kib */
	NEED_SAMPLES = 16,     /* samples */
	NEED_LAUNCHES = 32,    /* at least three launches of one iteration count */
	NEED_CPU_TIME = 64,    /* cpu_ns and wall_ns */
	NEED_SETUP_TIME = 128, /* setup_ns */
	NEED_BUILD = 256,      /* suite.NAME.flags */
	/* A launch that had its CPU and core alone (run delay up to 1 %, or not known). */
	NEED_QUIET = 512,
	/* Such a launch at each iteration count, or samples so short (under 1 ms) that their
	 * minima hold on a busy machine. */
	NEED_STEADY = 1024,
	NEED_ORDER = 2048, /* samples in the order of measurement */
	/* Enough samples or launches for an answer: check.min_samples, check.enough. */
	NEED_ENOUGH = 4096,
	/* Launches without address space randomisation, which a plain run has: it alone
	 * makes nearly every benchmark differ in memory. */
	NEED_FIXED_LAYOUT = 8192,
	NEED_PLACEMENT = 16384, /* suite.NAME.alignment or suite.NAME.placement */
	NEED_VERIFIED = 32768,  /* verified */
	NEED_COUNTED = 65536,   /* instructions.SUITE/BENCH */
	NEED_LOOP = 131072,     /* timed_loop.SUITE/BENCH, or NEED_TWO_COUNTS */
	NEED_COUNT = 18
};

/* The needs that the launches of the bench meet. */
unsigned bench_data_offers(const struct bench_data *bench);
/* By bit: "launches at two iteration counts". */
extern const char *const need_texts[NEED_COUNT];

#endif
