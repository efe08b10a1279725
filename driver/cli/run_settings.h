/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_RUN_SETTINGS_H
#define DRIVER_CLI_RUN_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "compare/base/string_list.h"

#define GROUP_MAX 50

/* The launches of a slot one after the other, or in turns: docs/RUNNING.md. */
enum interleave { INTERLEAVE_NO, INTERLEAVE_LONG, INTERLEAVE_SHORT };
/* docs/decisions/0009-interleaving.md */
#define INTERLEAVE_DEFAULT INTERLEAVE_SHORT

/* Options of every command, or of many. */
struct shared_options {
	const char *config;
	struct string_list suites, filters, tags, skip_tags;
	const char *adapter;
	struct string_list commands;
	int64_t list_timeout_ns;
	const char *format; /* never NULL where the command has formats */
	bool quiet, verbose;
	const char *color; /* "auto", "always" or "never"; NULL: auto */
	bool help, version;
};

/* Which builds are measured. */
struct asked_builds {
	const char *old, *new, *before, *anchor; /* DIR; NULL */
	struct string_list named;                /* NAME=DIR */
	struct string_list revisions;            /* REV, BUILD=REV */
	bool each;  /* command lines are measured one by one, not compared */
	bool twice; /* a calibration: what is configured, beside itself */
	/* Set: */
	const char *only; /* DIR of one build without a name; NULL */
	bool commands;    /* what is named are command lines */
};

/* Which of the selected benchmarks are measured. */
struct asked_part {
	bool changed;  /* several builds: only what is not proven to be the same */
	bool reached;  /* of these also what does not execute the change */
	bool executed; /* set: changed, and not reached */
	bool all;
	int64_t controls; /* of the others, that are measured then */
	bool controls_given;
	const char *shard;
};

/* How the launches of a slot share the time, with several builds. */
struct asked_turns {
	int64_t asked;      /* enum interleave */
	const char *layout; /* "same", "random" */
	/* Set: */
	bool interleave;  /* two builds: the launches of a slot live at once */
	bool short_turns; /* as short as each benchmark allows; else of the same length */
	bool brief;       /* where that gains: launches as short as the turns allow */
	bool same_layout; /* the launches of a slot have the same addresses */
};

struct asked_log {
	const char *output; /* the log, or the folder of several; NULL: named by time */
	const char *resume;
	bool force, trust_log;
	bool replaces; /* force, or a run that is resumed: a finished log */
	/* Of the configuration that a resumed run must have; NULL: any. */
	const char *config_hash;
};

/*
 * What a run is told, by rows of driver/cli/option_rows.c: on the command line, by a variable,
 * in [profile NAME] or in [driver]. Each of these fills one; what it does not say is "not
 * given", as in driver/cli/options.h. driver/request/settings.h makes the one that holds, and
 * sets what no row has. Strings belong to the command line.
 */
struct run_settings {
	struct shared_options shared;
	struct asked_builds builds;
	struct asked_part part;
	struct asked_turns turns;
	struct asked_log log;
	const char *profile;
	int64_t rounds, budget_ns;
	int64_t stage2_rounds; /* fresh rounds for suspects; 0: no second stage */
	int64_t samples, iterations /* 0: tuned */, launch_time_ns, timeout_ns;
	int64_t group; /* benchmarks that share a launch; 0: as the suites need it */
	struct {
		int64_t workers; /* 0: as many as the topology suggests */
		int64_t wait_ns; /* for CPUs that another bdriver has; -1: without limit */
		bool no_wait;
	} cpus;
	int64_t seed;
	struct {
		double disturbed, alone; /* shares of the launches */
	} repeat;
	bool dry_run, explain;
	bool adaptive; /* several builds: rounds as each benchmark needs them */
	/* Set: */
	bool ends_early;        /* adaptive by default: ends when all are decided */
	bool timeout_guessed;   /* nobody gave one */
	uint32_t extended_from; /* rounds before the run got more; 0: it did not */
};

#endif
