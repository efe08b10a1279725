/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_FILES_H
#define DRIVER_MEASURE_FILES_H

#include "driver/measure/measure.h"

/* The suites' files, as they were when the first measure_run() began, and where their pages
 * are.
 */
void files_take(struct measure *measure);
/* Is the file of the subject's suite still that one? */
bool files_are_same(const struct measure *measure, size_t subject, unsigned build);
/* Before a launch: no launch of a benchmark has the physical pages of an earlier one. */
void files_renew_pages(
	struct measure *measure, size_t subject, unsigned build, const char *path);

#endif
