/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_CHECKUP_H
#define DRIVER_CHECKUP_CHECKUP_H

#include "compare/base/table.h"
#include "doctor/audit.h"
#include "driver/run/run.h"

/*
 * The launches of `bdriver doctor`: each benchmark is calibrated (three samples of one
 * iteration, and a launch that tunes), then measured with 1, 2, 4 and 8 iterations in five
 * fresh launches each, without address space randomisation, and twice, shortly, on all CPUs;
 * what the audit doubts is measured once more with nothing beside it. A short one has launches
 * of as many iterations as the tuner chose, too. All goes into a log that `doctor --from`
 * reads.
 */
struct checkup {
	struct run run; /* the first member; its options point to this struct's */
	struct run_options options;
	struct audit_choice choice;
	bool *broken;   /* by subject: a launch of the calibration failed or was skipped */
	double *one_ns; /* by subject: best time of one iteration, as calibrated; 0: unknown */
	unsigned stage, workers;
	struct core_floor floor; /* of all launches so far */
	struct recheck *alone;   /* by subject, see driver/checkup/recheck.h */
};

/* Metadata key of the doctor's log: CHECK:SUITE/BENCH, from a tag on the benchmark. */
#define CHECKUP_WAIVER_META "doctor.waiver"
/* The tag is this and the name of a check. */
#define CHECKUP_WAIVER_TAG "doctor-ignore-"

/*
 * Each returns 0, or an exit code after printing why. `added`: a suite whose benchmarks are
 * left out, or NULL; where nothing is left, run.suites has no selected benchmark.
 */
int checkup_find(struct checkup *checkup, char **words, int count, const char *added);
/* Are there benchmarks to measure? */
bool checkup_any(const struct checkup *checkup);
/* Measures run.plan, which becomes empty; what: a heading of the progress. */
int checkup_launch(struct checkup *checkup, const char *what, unsigned workers);
/* Measures all into run.log. */
int checkup_measure(struct checkup *checkup);
void checkup_release(struct checkup *checkup);

/* Adds the names of a suite's benchmarks. Returns 0, or -1 with *e set. */
int checkup_names(struct config *config, const char *suite, struct table *names, struct err *e);
/* Waivers that the log tells, from tags, into the settings; `tells`: warns of those that are
 * none.
 */
void checkup_waivers(struct settings *settings, const struct log *log, bool tells);

#endif
