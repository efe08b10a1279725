/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_SETTINGS_H
#define DRIVER_REQUEST_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct config;
struct err;
struct run_options;
struct shared_options;
struct string_list;

/*
 * What holds once command line, profile and configuration are taken together. Strings belong to
 * the options.
 */
struct run_settings {
	const char *output; /* the log, or the folder of several; NULL: named by time */
	bool force;
	bool replaces; /* an existing log */
	bool dry_run, calibrates;
	bool quiet, verbose;
	const char *color;                   /* --color; NULL: auto */
	const struct string_list *revisions; /* of builds: "REV", "BUILD=REV"; NULL: none */

	const char *profile; /* "" where none */
	uint32_t rounds;
	uint32_t extended_from; /* rounds before the run got more; 0: it did not */
	uint32_t stage2_rounds; /* 0: one stage */
	int64_t samples /* 0: not given */, iterations /* 0: tuned */, launch_time_ns,
		timeout_ns;
	bool timeout_guessed;  /* nobody gave one */
	int64_t budget_ns;     /* 0: none */
	bool changed;          /* several builds: only what is not proven to be the same */
	bool executed;         /* of these, only what executes the change */
	size_t controls;       /* of the others, that are measured then */
	bool controls_given;   /* else more, if nothing changed */
	bool adaptive;         /* several builds: rounds as each benchmark needs them */
	bool ends_early;       /* adaptive by default: ends when all are decided */
	int64_t group;         /* as group_parse(); 0: as the suites need it */
	bool interleave;       /* two builds: the launches of a slot live at once */
	bool brief_launches;   /* where that gains: as short as the turns allow */
	bool short_turns;      /* as short as each benchmark allows; else of the same length */
	bool interleave_asked; /* by option or profile, not by default */
	bool same_layout; /* several builds: the launches of a slot have the same addresses */
	uint64_t seed;

	int64_t workers; /* 0: as many as the topology suggests */
	bool wait;
	/* Shares of the launches; 0: none. */
	double repeat_disturbed, repeat_alone;
};

/* Of `bdriver run` and `bdriver calibrate`, with that many builds. */
int run_settings_make(struct run_settings *settings, const struct run_options *options,
	const struct config *config, unsigned build_count, struct err *e);
/* Of a command that has the shared options only. */
int run_settings_shared(struct run_settings *settings, const struct shared_options *options,
	const struct config *config, struct err *e);

#endif
