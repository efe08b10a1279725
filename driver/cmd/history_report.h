/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_REPORT_H
#define DRIVER_CMD_HISTORY_REPORT_H

#include "driver/screens/words.h"

/* Writes the pages of a history into a new folder, or over earlier pages. Returns an exit code
 * after printing why. */
int history_write_pages(const struct screen *screens, size_t count, const char *folder);

#endif
