/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_OPENED_H
#define DRIVER_CMD_HISTORY_OPENED_H

#include "driver/cmd/history_args.h"
#include "driver/screens/words.h"
#include "driver/store/derived.h"

/* All classes of machines, read in one transaction and analysed. */
struct opened {
	struct change_settings settings;
	struct decisions decisions;
	struct analysis *classes; /* owned */
	size_t count;
};

/* Returns 0 or an exit code after printing why; close *opened in either case. */
int history_open(struct opened *opened, const struct history_args *own);
void history_close(struct opened *opened);
struct screen history_screen(const struct opened *opened, size_t i);
/* A line needs several nights. */
void history_warn_hosts(struct store *store);
/* What an option says; -1 without one. 0, or an exit code after printing why. */
int history_date(const char *name, const char *text, int64_t *value);

#endif
