/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_TABLES_H
#define DRIVER_BUNDLE_TABLES_H

#include "driver/logs/compare.h"

/* The tables of a bundle: formats of `bdriver compare`, all rows. */
#define TABLE_COUNT 3
extern const char *const table_names[TABLE_COUNT]; /* "report.txt" ... */

typedef int (*tables_use)(const struct comparison *comparison, const struct compare_job *job);

/*
 * Compares the two logs in the folder by the thresholds of the configuration, a path; where
 * there is no such file, by the defaults. Nothing that they name is looked up or executed.
 * `use` gets the comparison and `ctx`, as write of struct compare_job. Returns an exit code;
 * prints its own errors.
 */
int tables_compare(const char *folder, const char *config, tables_use use, void *ctx);
/* Writes the tables of a bundle's folder into `to`, an absolute path. */
int tables_write(const char *folder, const char *to);

#endif
