/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_PRUNE_H
#define DRIVER_STORE_PRUNE_H

#include "driver/history/changes.h"
#include "driver/store/store.h"

struct prune_counts {
	size_t pruned, kept; /* logs */
	int64_t bytes;       /* that they took */
};

/*
 * Gives up the logs of old nights; their points stay. Keeps those of the last `nights` nights
 * of each class of machines, of nights within two of a change or of a decision, and of the
 * first night of each month, with what was measured beside them. A run that is no night and
 * beside none counts by its time. dry: only counts. 0, or -1 with *e set.
 */
int store_prune(struct store *store, const struct change_settings *settings, size_t nights,
	bool dry, struct prune_counts *counts, struct err *e);

#endif
