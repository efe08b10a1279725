/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_COMPARED_H
#define COMPARE_VERDICT_COMPARED_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/log.h"
#include "compare/log/metric.h"
#include "compare/verdict/join.h"
#include "compare/verdict/suite_shift.h"
#include "compare/verdict/verdict.h"

/* Which value of a launch is compared: --estimator. */
enum estimator {
	ESTIMATOR_RULE, /* the default of the rule */
	ESTIMATOR_MIN,
	ESTIMATOR_MEDIAN,
	ESTIMATOR_QUARTILE, /* the lower one */
};

/* Why a comparison neither fails nor passes: exit code 5. The first line of a report says it.
 */
enum undecided {
	UNDECIDED_NOT,
	UNDECIDED_APART,    /* no benchmark is in both logs */
	UNDECIDED_NOTHING,  /* of those that are compared none succeeded on both sides */
	UNDECIDED_LAUNCHES, /* none has two launches on both sides, or two rounds */
	UNDECIDED_SHIFT,    /* the suite moved, by the machine or by the program */
};

/* --fail-on. "Lost": a benchmark that was fine and now fails or is missing. */
enum fail_on {
	FAIL_ON_REGRESSION, /* regressed or lost */
	FAIL_ON_MISSING,    /* lost only */
	FAIL_ON_SHIFT,      /* regressed, lost, or a shift of the suite of unknown cause */
	FAIL_ON_CHANGE,     /* the same, improved or added */
	FAIL_ON_NEVER,
};

/* Thresholds of what has one of its own; not owned. */
struct threshold_list {
	struct threshold_of {
		const char *of;
		double threshold;
	} * items;
	size_t count, capacity;
};

/* --by: the geometric mean of which parts of the suite is shown as well. */
enum compare_by { BY_NOTHING, BY_SUITE, BY_TAG };

struct compare_options {
	enum rule rule;
	enum estimator estimator;
	bool no_moderation, strict;
	/* Fractions; NAN: the rule's own (threshold), 0.02 and 0.05. */
	double threshold, equivalence, fdr;
	/* Of the benchmarks whose name, or SUITE/NAME, a glob matches: the first that matches
	 * counts. Of metrics, by key: the last one counts. */
	struct threshold_list thresholds, metric_thresholds;
	const struct string_list *fail_on_metrics; /* --fail-on; NULL: none */
	/* Keys of counters, each with "less" or "more" behind it. NULL: none. */
	const struct string_list *better;
	/* Benchmarks with the same code are judged like others. */
	bool judge_same_code;
	/* The pinned build that each session measured beside its own: controls of two sessions.
	 * NULL: none. The caller's; outlive the comparison. */
	const struct log *old_anchor, *new_anchor;
	struct join_options join;
	enum compare_by by;
};

/* The same code does not change by so much, a ratio minus 1, in each of three rounds or more:
 * the result cannot be trusted then. */
#define SAME_CODE_LIMIT  0.25
#define SAME_CODE_ROUNDS 3

#define COMPARE_OPTIONS_DEFAULT    \
	((struct compare_options){ \
		.threshold = NAN, .equivalence = NAN, .fdr = NAN }) /* needs <math.h> */

struct row_side {
	const struct log_benchmark *benchmark; /* NULL: the log does not have it */
	/* Resolution of a value in ns per iteration: the clock's step divided by the iterations
	 * of a sample, or the step itself in logs whose values are rounded per iteration. NAN:
	 * not known. */
	double step_ns;
	int64_t iterations; /* of a sample; 0: the launches disagree, -1: not known */
	size_t samples;
	uint32_t launches;  /* that are ok and count */
	uint32_t failures;  /* launches that count and are not ok */
	uint32_t disturbed; /* of the ok ones */
	uint32_t cold;      /* of the ok ones */
	bool all_cpus;      /* see log_on_all_cpus() */
	uint8_t outcome;    /* enum outcome of the first failure; OUTCOME_OK: there is none */
};

/* What became of one metric of a benchmark. A double that does not apply is NAN. */
struct metric_change {
	enum verdict verdict;
	/* Of the same estimator, in the unit of the metric; NAN where no launch can be used. */
	double old, new;
	double ratio;            /* new / old */
	double low, high;        /* of the ratio, 95 % */
	const char *estimate_of; /* what the values are: "minima" ...; static; "": none */
	double p, q;
	double smallest;  /* change that would have been detected: a ratio minus 1 */
	double threshold; /* a fraction: its own */
};

#define CHANGE_UNKNOWN /* needs <math.h> */                                            \
	{                                                                              \
		.verdict = VERDICT_INCONCLUSIVE, .old = NAN, .new = NAN, .ratio = NAN, \
		.low = NAN, .high = NAN, .estimate_of = "", .p = NAN, .q = NAN,        \
		.smallest = NAN, .threshold = NAN                                      \
	}

struct round_influence;

#define PAIRED_UNKNOWN /* needs <math.h> */                             \
	{                                                               \
		.sd = NAN, .half_90 = NAN, .width = NAN, .first_p = NAN \
	}

/* Of the rule paired. */
struct paired_detail {
	uint32_t rounds; /* that were used */
	bool conflict;   /* two estimators contradict each other */
	double sd;       /* of ln(new / old) between them; NAN */
	double half_90;  /* half of the 90 % interval in ln; NAN */
	/* What a run decides on more rounds by; NAN. The half width of the 95 % interval, in
	 * ln: it knows no sign and no p. Below PAIRED_TRIM_FROM rounds at least that of all
	 * rounds. And p, without what few rounds ask for besides. */
	double width, first_p;
	const struct round_influence *influences; /* of these rounds; NULL: not known */
};

/* What the code of the two sides has in common. All but the first are negative controls. */
enum kin {
	KIN_UNKNOWN,
	KIN_JUDGED,            /* the same fingerprint, but --judge-same-code */
	KIN_UNEXECUTED_JUDGED, /* no launch executes what differs, but --judge-same-code */
	KIN_SAME,              /* these two are proven, and not judged */
	KIN_UNEXECUTED,
};

/* What the time of a benchmark says against its verdict. The last three: it is proven to be the
 * same, and would have been called changed. */
enum moved {
	MOVED_NOT,
	MOVED_DUBIOUSLY, /* rule swift: "(?)" */
	MOVED_SHIFTED,   /* inconclusive, as only one reading of the shift decides it */
	MOVED_NEAR,
	MOVED_OUTLIER, /* beyond the others that are proven: outliers.h */
	MOVED_OUT,     /* by more than SAME_CODE_LIMIT in all its rounds; may be far as well */
};

/* One benchmark. There may be many: what most do not have is a pointer. */
struct row {
	const char *suite, *name; /* as in the new log */
	struct row_side old, new;
	struct metric_change time;
	struct metric_change *counted; /* of comparison.metrics */
	struct paired_detail paired;
	double most; /* upper limit of the ratio, 95 %, one-sided; NAN: not known */
	/* Paired: the smallest change of a round, in ln; 0 where rounds differ in direction. */
	double least_change;
	struct string_list *notes; /* NULL: none; may be static: row_owns_notes() */
	uint32_t place;            /* in the order of names, which settles ties */
	enum kin kin : 4;
	enum moved moved : 4;
	bool lost : 1;          /* was fine, now fails or is gone */
	bool counted_fails : 1; /* a metric that --fail-on names got worse */
	bool too_fast : 1;      /* below the clock's resolution: in no mean */
	bool redefined : 1;     /* its sides are not the same benchmark: redefined.h */
};

/* The geometric mean of ratios, and its interval (95 %): compare/verdict/whole.h. */
struct mean_ratio {
	double ratio;     /* NAN where nothing was compared */
	double low, high; /* NAN: not known */
	size_t count;
};

struct comparison_summary {
	size_t counts[VERDICT_COUNT];
	size_t without_turn; /* not known to be the same, and in no row: the run ended before */
	size_t left_out;     /* of one run, not measured as their code is the same: in no row */
	size_t lost;
	size_t dubious;
	size_t counted_changes; /* of all metrics but time */
	size_t controls,
		controls_changed; /* rows with the same code; called changed all the same
				   */
	size_t moved;             /* with the verdict "same code" */
	size_t outlying, broken;  /* of these */
	double moved_most;      /* of those that moved, the ratio farthest from 1; NAN: none */
	struct mean_ratio mean; /* of the ratios */
	struct suite_shift shift; /* unpaired only, and taken out of all rows */
	size_t single;            /* row_is_single() */
	enum undecided undecided;
};

/* A counted metric. */
struct compared_metric {
	struct metric about; /* key and title of a counter are owned */
	unsigned old, new;   /* its number in each log */
	double threshold;
	bool fails;     /* --fail-on names it */
	size_t changed; /* benchmarks in which it changed */
};

/* The executable of a suite, judged as the size of a benchmark is. */
struct executable {
	const char *suite; /* of the rows */
	struct metric_change size;
	bool fails;
};

/* How much a caveat weakens the result, the worst first. */
enum caveat_weight {
	CAVEAT_VOID, /* the verdicts do not hold */
	CAVEAT_WEAK, /* all rows are weaker than they look */
	CAVEAT_PART, /* some rows are */
	CAVEAT_FACT, /* what a reader should know of the logs */
	CAVEAT_WEIGHTS,
};

struct comparison {
	const struct log *old, *new;    /* the caller's; outlive the comparison */
	struct side_names names;        /* in text; formats for programs use old and new */
	struct compare_options options; /* with the defaults filled in */
	enum rule rule;                 /* never RULE_AUTO */
	bool one_suite;                 /* all rows are of the same */
	/* Bytes that all suites, or all names of one suite, begin with, if these are many: a
	 * table says them once. */
	size_t prefix;
	bool two_stages; /* smoke logs: verdicts rest on stage 2 */
	/* Paired: nodes that measured each benchmark, each one observation; 0: rounds are. */
	size_t replicas;
	struct row *rows; /* in the order of the table */
	size_t row_count;
	struct compared_metric *metrics; /* all but time; those of the table first */
	size_t metric_count;
	struct metric_change *counted;  /* of all rows */
	struct executable *executables; /* of suites whose size both logs know */
	size_t executable_count, executable_capacity;
	struct round_influence *influences[2]; /* of the rows of each stage */
	/* What limits the result: sentences, the most serious first. For each one a short line
	 * without a full stop; "" where the verdicts and their first line say it. */
	struct string_list caveats, caveat_briefs;
	size_t caveat_ends[CAVEAT_WEIGHTS]; /* behind the last one of each weight */

	struct comparison_summary summary;
	struct join join;
};

/* Those that it has; never NULL. */
static inline const struct string_list *row_notes(const struct row *row)
{
	static const struct string_list none;

	return row->notes ? row->notes : &none;
}

/* A static list has items without capacity. */
static inline bool row_owns_notes(const struct row *row)
{
	return row->notes && (row->notes->capacity || !row->notes->count);
}

/* To add one. */
static inline struct string_list *row_note(struct row *row)
{
	const struct string_list *before = row_notes(row);

	if (row_owns_notes(row))
		return row->notes;
	row->notes = memory_zeroed(1, sizeof(*row->notes));
	string_list_add_all(row->notes, before);
	return row->notes;
}

static inline void row_forget_notes(struct row *row)
{
	if (row_owns_notes(row)) {
		string_list_release(row->notes);
		free(row->notes);
	}
	row->notes = NULL;
}

/* Has it launches that can be used on both sides? */
static inline bool row_is_compared(const struct row *row)
{
	return row->old.launches && row->new.launches;
}

static inline bool row_has_same_code(const struct row *row)
{
	return row->kin != KIN_UNKNOWN;
}

/* It is proven, and would have been called changed. */
static inline bool row_moved(const struct row *row)
{
	return row->moved >= MOVED_NEAR;
}

static inline bool row_is_outlier(const struct row *row)
{
	return row->moved >= MOVED_OUTLIER;
}

/* By the fingerprint or its launches: it is not judged. */
static inline bool row_is_proven(const struct row *row)
{
	return row->kin >= KIN_SAME;
}

#endif
