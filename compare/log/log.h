/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_LOG_H
#define COMPARE_LOG_LOG_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compare/base/arena.h"
#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * A log in memory: metadata, and for each benchmark the launches in the order of the file. Rows
 * are reduced to summaries while they are read; samples and evidence are kept on request only.
 * Times in ns per iteration, memory in KiB. An unknown double is NAN, an unknown integer -1.
 * The log owns all text, which lives until log_release().
 */

/* How a launch ended: column `status`. */
enum outcome {
	OUTCOME_OK,
	OUTCOME_EXIT,
	OUTCOME_SIGNAL,
	OUTCOME_TIMEOUT,
	OUTCOME_GARBLED,
	OUTCOME_SKIPPED,
	OUTCOME_VERIFY,
	OUTCOME_COUNT
};

const char *outcome_name(enum outcome outcome);
/* Returns OUTCOME_COUNT for a word that is none. */
enum outcome outcome_parse(const char *word);

/* For doctor and show only. Kept with LOG_KEEP_EVIDENCE. */
struct evidence {
	char *detail; /* never NULL */
	double clock_step_ns;
	struct {
		bool has_checksum;
		uint64_t checksum;
		int verified; /* 1: by a function of the benchmark; 0: it has none; -1: not
				 known */
	} result;
	double setup_ns, cpu_ns, wall_ns;
	int64_t tuned_iterations;
	struct {
		int64_t peak_kib, base_kib;
	} memory;
	int64_t code_bytes; /* code and constants that the benchmark reaches */
	struct {
		int64_t voluntary, involuntary;
	} switches;
	struct {
		int64_t minor, major;
	} faults;
	int64_t migrations, run_delay_ns, leftover;
	/* Interleaved launches: length of a turn, and of its part that was not kept. Where
	 * samples are CPU time: about how long the launch had the CPU in turn with the other
	 * one, or 0 if they ran one after the other; and 0. */
	struct {
		int64_t length_ns, settle_ns;
	} turn;
	int worker, cpu;
	char *disturbed; /* reasons, "" when clean */
	/* Lowest and highest core probe: see compare/log/core_floor.h. */
	struct {
		double low, high;
	} core;
	/* Interleaved launches: of each turn, how many samples are from it ("40 40 39"); "" if
	 * not known. NULL unless LOG_KEEP_SAMPLES. */
	char *turn_samples;
	/* What the suite's framework counted itself, as a JSON object of numbers ({"Foo":12});
	 * "" for nothing. NULL unless LOG_KEEP_SAMPLES. */
	char *counters;
	bool core_shared;    /* by the floors of the whole log; not a column */
	double *samples;     /* in order of measurement; NULL unless LOG_KEEP_SAMPLES */
	bool samples_sorted; /* a foreign log that lost the order of measurement */
	/* A foreign log that gives quantiles only: q + 1 values of type R-1, minimum to
	 * maximum. */
	struct {
		double *values;
		size_t count;
	} quantile;
};

/* Of the samples of a launch. NAN: not known. */
struct spread {
	double min, q1, median, max; /* q1: the lower quartile */
	double mean, sd;
};

/* A value that was counted once in a launch. */
struct counted {
	unsigned metric; /* its number, see compare/log/metric.h */
	double value;
};

struct launch {
	struct spread time;      /* ns; NAN where status is not ok */
	double clock_step_ns;    /* NAN: not known */
	int64_t iterations;      /* in each sample; -1: not known */
	struct counted *counted; /* those that are known; in the arena of the log */
	uint32_t sample_count;
	uint32_t round;   /* from 1 */
	uint32_t line;    /* of the row in its file */
	uint16_t attempt; /* from 1 */
	uint8_t position; /* place within its round's slot, from 1; 0: not known */
	uint8_t stage;    /* of a smoke run, from 1; 0: none */
	uint8_t status;   /* enum outcome */
	uint8_t counted_count;
	bool disturbed : 1;
	bool cold : 1;     /* begins slower than it ends: see launch_summarise() */
	bool all_cpus : 1; /* it was not pinned to the CPU of its worker */
	/* False where a later attempt at the same (build, stage, round, iterations) took its
	 * place, see log_finish(). */
	bool counts : 1;
	uint32_t turn_count; /* of turn_q1_ns */
	const char *node;    /* where it ran, of several machines; NULL: not known */
	/* Interleaved launches: the lower quartile (R-8: the faster build has more samples) of
	 * each turn, in order; NAN for one without a sample. NULL: not known. In the arena of
	 * the log. */
	float *turn_q1_ns;
	struct evidence *evidence; /* NULL unless kept */
};

/* The order of the rounds of two launches, as of strcmp(). */
static inline int launch_compare_rounds(const struct launch *a, const struct launch *b)
{
	if (a->stage != b->stage)
		return a->stage < b->stage ? -1 : 1;
	return (a->round > b->round) - (a->round < b->round);
}

/* "Not known" in every member: status ok, attempt 1, round 0. */
#define LAUNCH_UNKNOWN                                                               \
	{                                                                            \
		.time = { NAN, NAN, NAN, NAN, NAN, NAN }, .clock_step_ns = NAN,      \
		.iterations = -1, .attempt = 1, .status = OUTCOME_OK, .counts = true \
	}
#define EVIDENCE_UNKNOWN                                                                      \
	{                                                                                     \
		.clock_step_ns = NAN, .setup_ns = NAN, .cpu_ns = NAN, .wall_ns = NAN,         \
		.tuned_iterations = -1, .memory.peak_kib = -1, .memory.base_kib = -1,         \
		.code_bytes = -1, .switches.voluntary = -1, .switches.involuntary = -1,       \
		.faults.minor = -1, .faults.major = -1, .migrations = -1, .run_delay_ns = -1, \
		.leftover = -1, .turn.length_ns = -1, .turn.settle_ns = -1, .worker = -1,     \
		.cpu = -1, .core.low = NAN, .core.high = NAN, .result.verified = -1           \
	}

/* Text and the first launch lie in the log's arena, and neighbours share text: never free or
 * change it. */
struct log_benchmark {
	char *suite, *name;
	/* Of another tool: the name as it stands in the file, and the fields beside it that
	 * tell results apart (compare/formats/variant.h). Else the name, and "". */
	char *base, *variant;
	char *build; /* "" where the column is empty or missing */
	char *file;  /* where registered; "" if not known */
	unsigned line;
	signed char checksums; /* 1: all launches that were ok have this one; else -1; 0: none
				  was */
	/* Of what is timed; "": not known, or not the same in all launches. */
	char *code_fingerprint;
	double items, bytes; /* per iteration; NAN: none */
	/* Of the result that it computes, or of its version. */
	uint64_t checksum;
	struct launch *launches;
	uint32_t launch_count, launch_capacity;
};

struct log_row;

struct log_meta {
	char *key, *value;
};

/* A row or line that was left out, or a fault of the whole log. */
struct log_warning {
	char *text; /* whole sentence with file and line */
};

/* What the program that measured makes of all its logs; also of a converted log. */
struct log_source {
	/* Values are rounded to the clock's step after the division by the iterations. */
	bool per_iteration;
	/* Launches had address space randomisation, so that their memory differs. */
	bool random_layout;
	/* Checksums are of the versions that its benchmarks state. */
	bool versions;
	/* Benchmarks are command lines. */
	bool commands;
};

struct log {
	char *path;
	const char *format; /* "bdriver", "swift-csv", "swift-json" ... : static text */
	const char *unit;   /* of values of a foreign log without one, set before it is read */
	bool complete;      /* has its "# end" line; foreign logs: true unless cut short */
	struct log_source source;
	bool has_evidence;   /* launches have their evidence; else none has */
	bool summaries_only; /* no launch has samples of its own (quantiles, min/max rows) */
	struct log_meta *meta;
	size_t meta_count, meta_capacity;
	struct table *meta_places;        /* of a key: its last place in meta */
	struct log_benchmark *benchmarks; /* in the order of their first row */
	size_t benchmark_count, benchmark_capacity;
	struct log_warning *warnings; /* at most LOG_WARNINGS_MAX; the rest is counted */
	size_t warning_count, warning_capacity, warnings_dropped;
	size_t row_count;
	bool too_large; /* what was more than log_limits allow was dropped: it cannot be used */
	struct arena arena;
	struct string_list nodes;    /* names that launches have, in the order of the file */
	struct string_list counters; /* of frameworks; likewise */
	/* (suite, benchmark, build) -> position in benchmarks, of the first `count`. */
	struct {
		struct table *table;
		size_t count;
	} lookup;
	/* For who keeps something of each row; set before the log is read, else NULL. Called
	 * once the launch has been added to that benchmark. */
	struct {
		void (*launch)(void *ctx, size_t benchmark, const struct launch *launch,
			const struct log_row *row);
		void *ctx;
	} listener;
};

#define LOG_WARNINGS_MAX 1000

/* How much of each a log may have, as a small file that packs well could fill the memory: so
 * many launches take 1.5 GB. For tests a variable. */
struct log_limits {
	size_t launches, benchmarks, meta, nodes;
};

extern struct log_limits log_limits;

enum log_keep {
	LOG_KEEP_SUMMARIES = 0, /* for compare */
	LOG_KEEP_EVIDENCE = 1,
	LOG_KEEP_SAMPLES = 3, /* implies evidence */
};

/* A log that cannot be read must not look like one in which nothing was measured. */
int log_need_rows(const struct log *log, struct err *e);
void log_release(struct log *log);

/* NULL where the log does not have it. build NULL: the first of any build. */
struct log_benchmark *log_find(
	const struct log *log, const char *suite, const char *name, const char *build);
/*
 * What the metadata say of a benchmark; NULL: nothing. The caller frees the key.
 * LOG_INSTRUCTIONS: of each launch that valgrind counted, between blanks.
 * LOG_LOOP: what its timed loop does, if that is no work: "counts 2 sub rax, 0x01; jnz back".
 * LOG_NOT_MEASURED: its run ended before its turn, interrupted or with its budget, so that its
 * build may have it all the same; the same holds of all in a log that is not complete.
 * LOG_NOT_EXECUTED: the run proved that it executes nothing that differs between its two
 * builds.
 */
#define LOG_INSTRUCTIONS "instructions"
#define LOG_LOOP         "timed_loop"
#define LOG_NOT_MEASURED "not_measured"
#define LOG_NOT_EXECUTED "not_executed"
const char *log_fact(
	const struct log *log, const char *what, const char *suite, const char *benchmark);
char *log_fact_key(const char *what, const char *suite, const char *benchmark);
/* Value of a metadata key, NULL where missing. The last one wins. */
const char *log_meta(const struct log *log, const char *key);
/* The same of suite.SUITE.WHAT: path, build_id, compiler, flags, settings. */
const char *log_suite_meta(const struct log *log, const char *suite, const char *what);
/* Of its executable: code and data that the loader maps. */
#define LOG_LOADED_BYTES "loaded_bytes"
double log_loaded_bytes(const struct log *log, const char *suite); /* NAN: not known */
/* How many benchmarks a run of two builds left out, as their code is the same. */
#define LOG_LEFT_OUT "same_code_left_out"
/* How launches of a suite were interleaved that compares CPU time, where that is the time of a
 * benchmark: one after the other. */
#define LOG_CPU_TIME "no, CPU time"
/* The same in words; NULL: it compares wall time. */
const char *log_cpu_time(const struct log *log, const char *suite);
/* Are they of one paired run? */
bool log_same_session(const struct log *a, const struct log *b);
/* By their fingerprints; false where one is not known. A build id says nothing of libraries. */
bool log_same_code(const struct log_benchmark *a, const struct log_benchmark *b);

/* For readers and for tests that build a log in memory. */
struct log_benchmark *log_add_benchmark(
	struct log *log, const char *suite, const char *name, const char *build);
/* After names were changed: benchmarks are found by the new ones. */
void log_forget_names(struct log *log);
/* Launches of later rounds, or of other stages, do not count any more. */
#define LOG_ANY_STAGE UINT_MAX
void log_leave_out(struct log *log, uint32_t last_round, unsigned stage);
/* Appends a launch with every member "not known", status ok, round = its place, attempt 1. */
struct launch *log_add_launch(struct log_benchmark *benchmark);
/* Sets the place where the benchmark is registered. */
void log_set_file(
	struct log *log, struct log_benchmark *benchmark, const char *file, unsigned line);
/* The log's own copy of the name, for launch.node; NULL for NULL or "". */
const char *log_node(struct log *log, const char *name);
void log_add_meta(struct log *log, const char *key, const char *value);
void log_warn(struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Sets min, q1, median, max, mean, sd and sample_count of a launch from n > 0 samples. The
 * launch is cold if the least of its first sixth is more than 10 % above that of its last
 * sixth, of two samples or more each.
 */
void launch_summarise(struct launch *launch, const double *samples, size_t n);

/* An empty loop takes a cycle or two: who takes less may do nothing. The text has two
 * arguments, a name and the verb. */
#define NO_WORK_NS 0.5
#define NO_WORK_TEXT                                                                      \
	"%s%s less than 0.5 ns: the optimiser may have removed the work; bdriver doctor " \
	"says"
#define NO_WORK_VERB(count) ((count) > 1 ? " and others take" : " takes")

/* Were its launches on all CPUs, instead of on that of their worker? False for commands, which
 * always are, unless their configuration says otherwise. */
bool log_on_all_cpus(const struct log *log, const struct log_benchmark *benchmark);

#endif
