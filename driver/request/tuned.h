/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_TUNED_H
#define DRIVER_REQUEST_TUNED_H

#include <stddef.h>
#include <stdint.h>

#include "driver/plan/settle.h"
#include "harness/base/err.h"

/*
 * The iterations that the tuner chose and the turns that the benchmark needs, by suite,
 * benchmark and CPU model, so that every later night measures with the same ones (minima depend
 * on them). A text file beside the logs; a line that cannot be read costs that line.
 */
#define TUNED_FILE "bdriver.tuned"

struct tuned {
	char *path; /* of the file */
	char *cpu_model;
	/* (model, suite, benchmark) -> iterations; with a word before it -> slice and settle of
	 * its turns in us, in one number */
	struct table *entries;
	struct table *doubted; /* keys of entries that do not fit their benchmark */
	size_t changes;        /* entries that are not in the file */
	size_t refused;        /* lines that no tuner writes */
};

/* Reads the file in the folder of `log`; a missing one is empty. Never fails. */
void tuned_open(struct tuned *tuned, const char *log, const char *cpu_model);
void tuned_release(struct tuned *tuned);
/* 0: not known. */
int64_t tuned_find(const struct tuned *tuned, const char *suite, const char *benchmark);
/* The entry does not fit its benchmark: it is not found any more, and the next tuned_set()
 * replaces it. Without one it stays in the file. */
void tuned_doubt(struct tuned *tuned, const char *suite, const char *benchmark);
void tuned_set(
	struct tuned *tuned, const char *suite, const char *benchmark, int64_t iterations);
/* slice_ns is 0 if they are not known. */
struct turn_length tuned_turns(
	const struct tuned *tuned, const char *suite, const char *benchmark);
void tuned_set_turns(struct tuned *tuned, const char *suite, const char *benchmark,
	struct turn_length length);
/* Writes the file anew, whole or not at all, together with what others added meanwhile. */
int tuned_save(struct tuned *tuned, struct err *e);

#endif
