/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_DECIDE_H
#define DRIVER_CMD_HISTORY_DECIDE_H

#include "driver/cmd/history_opened.h"

/* Accepts all changes of a class of machines before a date, in the file of decisions only. */
int history_known_before(
	const struct history_args *own, const char *class, int64_t before, struct err *e);

#endif
