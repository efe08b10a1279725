/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_FIND_LOG_H
#define DRIVER_STORE_FIND_LOG_H

#include "driver/store/store.h"

/*
 * Writes the log of the last night that a word names to a new file in `folder`, as it was
 * given: the first digits of a revision (at least 4), or the beginning of its time,
 * "2025-02-03" or "2025-02-03 02:00". machine: of this class only; NULL: any. Returns the path,
 * which the caller frees, or NULL with *e set.
 */
char *store_extract(struct store *store, const char *word, const char *machine,
	const char *folder, struct err *e);

#endif
