/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_RUN_H
#define DRIVER_CMD_RUN_H

#include "driver/run/options.h"

/* `run --resume` and `calibrate --resume`: goes on with whichever it was. Returns an exit code.
 */
int run_resume(const struct option_set *set, const struct run_options *now, int word_count);

#endif
