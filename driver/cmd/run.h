/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_RUN_H
#define DRIVER_CMD_RUN_H

#include "driver/request/settings.h"

/* `run` and `calibrate`; each returns an exit code. */
int run_start(struct run_settings *options, char **words, int count);
/* Goes on with the run of now->log.resume, whichever of the two it was. */
int run_resume(const struct option_set *set, const struct run_settings *now, int word_count);

#endif
