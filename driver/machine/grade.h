/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_GRADE_H
#define DRIVER_MACHINE_GRADE_H

/*
 * Grades how quiet a machine is from the results of `bdriver env --watch`. Each quantity has a
 * grade by its limits; the machine has the worst one. Pure.
 */
enum grade { GRADE_A, GRADE_B, GRADE_C, GRADE_D, GRADE_F, GRADE_UNKNOWN };

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
	double limits[4];                 /* the most for A, B, C, D */
};

extern const struct watched_info watched_infos[WATCHED_COUNT];

/* NAN: GRADE_UNKNOWN. */
enum grade grade_of(enum watched what, double value);
/* The worst of those that are known. */
enum grade grade_worst(const double values[WATCHED_COUNT]);
/* "good", in a few words. Static. */
const char *grade_meaning(enum grade grade);
char grade_letter(enum grade grade);
/* "A" ... "F", either case; GRADE_UNKNOWN for anything else. */
enum grade grade_parse(const char *text);

#endif
