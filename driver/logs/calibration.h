/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_CALIBRATION_H
#define DRIVER_LOGS_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "compare/log/log.h"
#include "harness/base/err.h"

/*
 * The smallest change that this machine can detect in each benchmark. `bdriver calibrate`
 * measures it with the same build on both sides. The file lies beside the logs (and their
 * bdriver.tuned). Its second line names the columns, separated by tabs; each row is a
 * benchmark, a CPU model and a number of workers. docs/RUNNING.md describes it.
 */
#define CALIBRATION_FILE "bdriver.calibration"

struct calibration_entry {
	char *suite, *benchmark;
	char run[128]; /* session of its logs */
	char when[32]; /* UTC */
	unsigned rounds;
	double noise; /* SD of ln(new / old) between rounds; NAN */
	double smallest_8,
		smallest_20; /* change seen in 80 %: a ratio minus 1; NAN, INFINITY */
	bool changed;        /* was called changed, falsely */
};

struct calibration {
	char *path, *cpu_model;
	unsigned workers;
	struct calibration_entry *entries; /* of this CPU model and number of workers */
	size_t count, capacity;
	struct table *index;
	struct string_list others; /* lines of other machines, kept as they are */
};

/* Reads the file in a folder. A missing file is empty, a bad line is skipped. */
void calibration_open(struct calibration *calibration, const char *folder,
	const char *cpu_model, unsigned workers);
/* The one beside a log, or beside the folder of a paired run's logs, for the log's machine. */
void calibration_open_beside(struct calibration *calibration, const struct log *log);
void calibration_release(struct calibration *calibration);
/* NULL: not calibrated. */
const struct calibration_entry *calibration_find(
	const struct calibration *calibration, const char *suite, const char *benchmark);
/* Copies the entry and its names; replaces the one that is there. */
void calibration_set(struct calibration *calibration, const struct calibration_entry *entry);
/* Writes the file anew, whole or not at all. */
int calibration_save(const struct calibration *calibration, struct err *e);

#endif
