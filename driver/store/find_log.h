/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_FIND_LOG_H
#define DRIVER_STORE_FIND_LOG_H

#include "driver/store/store.h"

/*
 * Reads the kept log of the last night that a word names: the first digits of a revision (at
 * least 4), the beginning of its time, "2025-02-03" or "2025-02-03 02:00", or any name of a
 * commit that git knows in the work tree at `repository`. machine: of this class only; NULL:
 * any. The path of *log says which night it is, for people. *log must be
 * zeroed before and may be released in either case; -1 with *e set.
 */
int store_find_log(struct store *store, const char *word, const char *machine,
	const char *repository, struct log *log, struct err *e);
/* Reads the kept log of the build with that role, "anchor" or "before", that was measured
 * beside that night. Returns 1; 0: there is none; -1 with *e set. *log as above. */
int store_find_beside(struct store *store, const struct log *night, const char *role,
	struct log *log, struct err *e);

#endif
