/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_OPTIONS_H
#define DRIVER_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/cli/run_settings.h"
#include "harness/base/err.h"

/*
 * Options are declared in tables, for the parser, --help and the test of the man page. A value
 * goes to the member at `offset` of the command's struct. Before parsing, each member is set to
 * "not given".
 */
enum option_kind {       /* in the order of what the member is: options.c */
	OPTION_FLAG = 1, /* bool; not given: false */
	OPTION_TEXT,     /* const char *, not "", points into argv; NULL */
	OPTION_CHOICE,   /* const char *, one of the words of `argument` ("a|b|c"); NULL */
	OPTION_TEXTS,    /* struct string_list, repeatable; empty. Freed by options_release() */
	OPTION_LIST,     /* struct string_list, each argument split at commas; empty */
	OPTION_COUNT,    /* int64_t >= least; -1 */
	OPTION_DURATION, /* int64_t, ns; -1 */
	OPTION_GROUP,    /* int64_t: "no", which is 1, or 2 to GROUP_MAX; -1 */
	OPTION_INTERLEAVE, /* int64_t: enum interleave, of "yes|no|short|long"; -1 */
	OPTION_PERCENT,    /* double, as a fraction; NAN */
	OPTION_SHARE,      /* the same, at most 1 */
};

struct option_def {
	const char *name; /* without the dashes */
	char letter;      /* 0: none */
	enum option_kind kind;
	size_t offset;
	int64_t least;        /* OPTION_COUNT; OPTION_DURATION: 1 where 0 is refused */
	const char *argument; /* as shown: "FILE", "N", "a|b|c"; NULL for a flag */
	const char *help;     /* without a full stop; may be long, it is wrapped */
};

/* Groups of options that several commands share; each command says which it takes. */
enum shared {
	SHARED_CONFIG = 1,      /* -c */
	SHARED_SELECT = 2,      /* -s --adapter --list-timeout --command -f -t -T */
	SHARED_MEASURE = 4,     /* -j --timeout --seed --no-wait: of a struct run_settings */
	SHARED_LAUNCH = 8,      /* --samples --launch-time --group --interleave --layout */
	SHARED_LOG = 16,        /* -s -f, of what a log holds: it knows suites, but no tags */
	SHARED_ASK = 32,        /* --list-timeout, which SHARED_SELECT has as well */
	SHARED_RUN = 64,        /* of a run, listed as its own */
	SHARED_CALIBRATE = 128, /* the same of a calibration */
	SHARED_OWN = SHARED_RUN | SHARED_CALIBRATE,
	SHARED_KEY = 256, /* of no command: only a key of bdriver.ini */
	/* --format: where the command has formats; -q -v --color --help --version: always */
};

/* Where else the value of an option may stand. */
enum source {
	SOURCE_PROFILE = 1,  /* a key of [profile NAME] */
	SOURCE_DRIVER = 2,   /* a key of [driver] */
	SOURCE_VARIABLE = 4, /* BDRIVER_NAME */
	SOURCE_DEFAULT = 8,  /* else it is `otherwise` */
};

/* A row of the table in driver/cli/option_rows.c: all that there is to say of an option. */
struct option_row {
	unsigned groups; /* enum shared; 0: of every command */
	struct option_def def;
	unsigned sources; /* enum source; "launch-time" is key launch_time */
	double otherwise;
	int64_t most; /* of a count or duration; 0: any */
};

/* Options that --help shows together, in this order. */
struct option_group {
	const char *title;
	const char
		*names; /* separated by blanks; those that the set does not have are left out */
};

/* The options of one command: its own and the shared ones that it takes. */
struct option_set {
	const char *name;              /* of the command */
	unsigned shared;               /* which shared options it takes: enum shared */
	const char *formats;           /* "text|json", the default first; NULL: no --format */
	const struct option_def *own;  /* ends with a zeroed entry; may be NULL */
	const struct option_def *also; /* the same, behind these */
	const char *only; /* the names of those of `own` that it takes; NULL: all */
	/* Of the struct that is filled; its first member is `struct shared_options shared`, or
	 * with SHARED_MEASURE a struct run_settings. */
	size_t size;
	/* Each option is in one of them, which a test checks; ends with a zeroed entry. NULL:
	 * the command's own, and the shared ones. */
	const struct option_group *groups;
};

/* The rows, until groups are 0 and the name NULL. */
extern const struct option_row option_rows[];

/* The command's own options and then the shared ones; NULL at the end. */
const struct option_def *options_at(const struct option_set *set, size_t i);
/* Those that are listed as its own; NULL at the end. */
const struct option_def *options_own(const struct option_set *set, size_t i);
/* That of this name, or of this letter if it is NULL; NULL: none. */
const struct option_def *options_find(
	const struct option_set *set, const char *name, char letter);
/* What its argument is called; "a|b" of a choice. Not of a flag. */
const char *options_argument(const struct option_set *set, const struct option_def *def);
/* Five options that jobs of CI set have a variable, which holds where they are not given:
 * "BDRIVER_LAUNCH_TIME"; NULL: the option has none. The caller frees it. */
#define OPTIONS_VARIABLE "BDRIVER_"
char *options_variable(const char *option);
/* Was the option given? */
bool options_has(const struct option_def *def, const void *options);
/* The shared options of the set, one after the other; NULL at the end. */
const struct option_def *options_shared(const struct option_set *set, size_t i);

/*
 * Parses argv[1..argc-1] into *options (set->size bytes, of any content). The words that
 * are no options go to args, which has room for argc pointers. Returns their number, or -1 with
 * one sentence. Options may follow arguments, "--" ends them, abbreviations are unknown.
 */
int options_parse(const struct option_set *set, int argc, char **argv, void *options,
	char **args, struct err *e);
/* Stores the value of an option of the set. -1 with a sentence. */
int options_store(const struct option_set *set, const struct option_def *def, void *options,
	const char *value, struct err *e);
/* Stores a value of a kind that has a fixed size: of an option, or of a key. -1 with a
 * sentence. */
int option_store(enum option_kind kind, int64_t least, int64_t most, const char *value,
	void *member, struct err *e);
/* The place of the word in "a|b|c", from 0; -1: it is none of them. */
int choice_index(const char *choices, const char *word);
/* Frees the lists. options_parse() must have been called, with any result. */
void options_release(const struct option_set *set, void *options);

bool options_takes(const struct option_set *set, const struct option_def *def);
/* The first option that was given and is not among the names `but`, separated by blanks; or
 * NULL. */
const struct option_def *options_given(
	const struct option_set *set, const void *options, const char *but);

/* With everything not given. */
void run_settings_clear(struct run_settings *settings);
/* Takes what `settings` lacks and `from` has, of the rows of one of `sources` (enum source);
 * of SOURCE_DEFAULT, what rows have as theirs. */
void run_settings_take(
	struct run_settings *settings, const struct run_settings *from, enum source source);

#endif
