/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_WATCHED_H
#define DRIVER_MACHINE_WATCHED_H

#include <stdbool.h>

/* What `bdriver env --watch` measures, and how much of each disturbs launches. Pure. */
enum watched {
	WATCHED_CLOCK_STEP, /* ns */
	WATCHED_WAKE_UP,    /* us: 99th percentile of the delay of wake-ups, on the worst CPU */
	WATCHED_STEAL,      /* % of the CPU time of all CPUs */
	WATCHED_OTHERS,     /* % of the CPU time of all CPUs that other programs used */
	WATCHED_INTERRUPTS, /* a second, on the CPU with most */
	WATCHED_FREQUENCY,  /* %: range of the frequency over its median; NAN: not visible */
	WATCHED_CORE,       /* %: core probes that found the core shared, on the worst CPU */
	WATCHED_REFERENCE,  /* %: 90th percentile of the reference work over its best, on the
			       worst CPU */
	WATCHED_COUNT
};

struct watched_info {
	const char *name, *unit, *advice; /* static */
	double limit;                     /* more than this disturbs */
};

extern const struct watched_info watched_infos[WATCHED_COUNT];

/* NAN, which is not visible, does not. */
bool watched_disturbs(enum watched what, double value);

#endif
