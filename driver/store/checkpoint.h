/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_CHECKPOINT_H
#define DRIVER_STORE_CHECKPOINT_H

#include "driver/history/changes.h"
#include "driver/store/database.h"

/*
 * The changes of a class as they were found when its last night was added, bit for bit, so that
 * a screen need not find them again. A run that is added or removed takes it away.
 */
int checkpoint_write(struct database *database, const struct tracks *tracks,
	const struct changes *changes, struct err *e);
/* 1; 0: there is none of these settings, tracks and this program; -1 with *e set. */
int checkpoint_read(struct database *database, const struct tracks *tracks,
	const struct change_settings *settings, struct changes *changes, struct err *e);

#endif
