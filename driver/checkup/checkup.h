/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_CHECKUP_H
#define DRIVER_CHECKUP_CHECKUP_H

#include "compare/base/table.h"
#include "compare/log/core_floor.h"
#include "doctor/audit.h"
#include "driver/run/run.h"

enum {
	CHECKUP_STAGE_CALIBRATION = 0,
	CHECKUP_STAGE = 1,
	CHECKUP_STAGE_ALONE = 2,
	CHECKUP_STAGE_ANYWHERE = 3,
	CHECKUP_ROUNDS = 5,
	CHECKUP_COUNTS = 5 /* 1, 2, 4, 8 and the main one, which may be 8 as well */
};

/*
 * What is known of a subject. One in doubt is launched again with nothing beside it. Launches
 * that other programs disturbed all the same (launch_is_quiet()) are made up for by further
 * ones, as long as that helps.
 */
struct checked {
	bool broken;    /* a launch of the calibration failed */
	double one_ns;  /* best time of one iteration; 0: unknown */
	double many_ns; /* the same, as the launch that tunes has it */
	double rest_ns; /* what a sample takes beside itself */
	struct doubt doubt;
	uint16_t rounds;                /* alone, planned so far */
	unsigned quiet[CHECKUP_COUNTS]; /* of these, launches of each count that were quiet */
};

/*
 * The run of `bdriver doctor`: each benchmark is calibrated (three samples of one iteration,
 * and a launch that tunes), then measured with 1, 2, 4 and 8 iterations in five fresh launches
 * each, without address space randomisation, and twice, shortly, on all CPUs. What the audit
 * doubts is measured once more with nothing beside it. A short benchmark has launches of as
 * many iterations as the tuner chose, too. The log is one that `doctor --from` reads. Zeroed it
 * can be released.
 */
struct checkup {
	struct run run;
	struct audit_choice choice;
	unsigned steps;               /* planned so far */
	unsigned stage;               /* of the launches that run */
	struct checked *of;           /* by subject */
	struct core_floor floor;      /* of all launches so far */
	unsigned passes;              /* of rechecks so far */
	size_t planned, quiet_before; /* launches of the last pass; quiet ones before it */
};

#endif
