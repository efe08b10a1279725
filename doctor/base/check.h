/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_CHECK_H
#define DOCTOR_BASE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "doctor/base/bench_data.h"
#include "doctor/base/settings.h"

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

struct check;

enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };

const char *severity_name(enum severity severity);

/* A number by name, with its unit in the name: "setup_ns", "share". Names are static text. */
struct evidence_number {
	const char *name;
	double value;
};

enum { FINDING_NUMBERS_MAX = 8 };

/* One result of a check on one benchmark. */
struct finding {
	const struct check *check;
	const struct bench_data *bench;
	enum severity severity;
	char *message; /* the observation, in numbers: one sentence without a full stop */
	char *advice;  /* how to fix it */
	char *code;    /* the instructions that it is about; NULL: none */
	struct evidence_number numbers[FINDING_NUMBERS_MAX];
	size_t number_count;
	bool waived;
};

struct findings {
	struct finding *items;
	size_t count, capacity;
	/* The running check, its benchmark, the limits. The audit sets them before each check.
	 */
	const struct settings *settings;
	const struct check *check;
	const struct bench_data *bench;
};

/* Appends a finding with the message. advice: as of finding_advise(), but no format; NULL: none
 * yet. */
void finding_add(struct findings *findings, enum severity severity, const char *advice,
	const char *message, ...) __attribute__((format(printf, 4, 5)));
/* Of the last finding. In the terms of our harness; of another framework's suite they become
 * its own. */
void finding_advise(struct findings *findings, const char *advice, ...)
	__attribute__((format(printf, 2, 3)));
void finding_number(struct findings *findings, const char *name, double value);
/* NAN: the finding has no number of that name. */
double finding_number_of(const struct finding *finding, const char *name);
void finding_release(struct finding *finding);
void findings_release(struct findings *findings);

/* Launches of a doubtful benchmark alone. Differences between launches need many. */
enum { ALONE = 5, ALONE_MANY = 20 };

enum { CHECK_LIMITS = 8 }; /* at most, and one without a name */

/* One check: one file in doctor/checks that ends with one of these. */
struct check {
	const char *name;
	const char *summary; /* one line for --list-checks */
	unsigned needs;      /* enum need, or'ed */
	/* Uses the name or the build alone, so one launch is enough. */
	bool of_names;
	/* It costs so much that it must be named. */
	bool on_request;
	/* A finding is about the suite; it stands at the first benchmark. */
	bool of_suite;
	/* Samples that a quiet launch of the main series must have; 0: any number. */
	size_t min_samples;
	/* Are there enough launches, if all other needs are met? NULL: always. */
	bool (*enough)(const struct bench_data *bench);
	/* Launches, alone, that must confirm a finding before it is shown, as other launches
	 * at the same time may have caused it; 0: no confirmation. */
	unsigned alone;
	unsigned alone_needs; /* needs of these launches beside `needs` */
	/* Is the finding too far beyond its limit to be caused by other launches? NULL:
	 * never. */
	bool (*is_clear)(const struct finding *finding);
	struct limit limits[CHECK_LIMITS]; /* the rest is zeroed */
	/* Pure: reads the bench, adds to the findings. All needs are met. */
	void (*run)(const struct bench_data *bench, struct findings *findings);
};

/* NULL: the check has no limit of this name. */
const struct limit *check_limit(const struct check *check, const char *name);
/* Its value: from the settings, else its default. */
double check_limit_value(
	const struct check *check, const struct settings *settings, const char *name);
/* The same of the running check. */
double findings_limit(const struct findings *findings, const char *name);

#endif
