/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_EXPLAINED_H
#define DRIVER_LOGS_EXPLAINED_H

#include <jansson.h>

/* What `bdriver explain` found out about two logs of one folder, which the page shows. */

/* The file beside both logs; NULL if they are not in one folder. The caller frees it. */
char *explained_path(const char *old, const char *new);
/* The explanations in it, an array that the caller releases: empty if there is no file; NULL
 * after a warning, if it holds anything else. */
json_t *explained_read(const char *path);
/* Adds explanations to those of other benchmarks in the file; a file of anything else stays.
 * Returns 0, or an exit code after printing why. */
int explained_keep(const char *path, json_t *explanations);
/* Writes explanations, with the name of their schema, and takes them. */
void explained_write(FILE *out, json_t *explanations);

#endif
