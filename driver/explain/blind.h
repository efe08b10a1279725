/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_BLIND_H
#define DRIVER_EXPLAIN_BLIND_H

#include <stdbool.h>

struct config;

struct blind_job {
	struct config *config; /* for the settings of the suites */
	double slower;         /* a fraction */
	const char *color;     /* as on the command line */
	bool all, json, quiet, verbose;
};

/* Profiles each benchmark of the old build, and says which functions could get so much slower
 * unseen. Returns EXIT_FINE; EXIT_USAGE after a message; EXIT_UNMEASURED where no benchmark
 * could be profiled; 128 and the signal that ended it. */
int blind_logs(const char *old, const char *new, const struct blind_job *blind);

#endif
