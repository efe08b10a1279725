/* SPDX-License-Identifier: MIT */
#ifndef BD_OPTIONS_H
#define BD_OPTIONS_H

#include <stdint.h>

#include "harness/base/err.h"

#define BD_SAMPLES_DEFAULT 200 /* more would only make logs larger */
#define BD_SAMPLES_MAX     100000

/* A suite's command line. */
struct bd_options {
	int list, json, help, profile;
	int64_t iterations; /* of a sample; 0: the tuner chooses */
	int64_t samples;    /* at most */
	int samples_end; /* they were given: so many samples also end an interleaved launch */
	int64_t launch_time_ns; /* no further sample after it */
	int out_fd;             /* -1: table mode */
	int turn_fd;            /* socket to the launch to take turns with; -1: none */
	int64_t slice_ns;       /* length of a turn */
	int64_t settle_ns;      /* samples that begin so early in a turn are not kept */
	char *const *names;     /* what to run; part of argv */
	int name_count;
};

/* Fails with a sentence that says what is allowed. argv may be reordered. */
int bd_options_parse(struct bd_options *options, int argc, char **argv, struct err *e);
/* "500ms", "1.5s", "2m": ns. Fails without a unit, on zero and above 1000 h. */
int bd_duration_parse(const char *text, int64_t *ns, struct err *e);
const char *bd_options_help(void);

#endif
