/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_EXPORT_H
#define DRIVER_STORE_EXPORT_H

#include <stdio.h>

#include "driver/store/store.h"

/* Of what is exported. */
struct export_filter {
	const char *machine; /* NULL: any */
	int64_t since;       /* seconds since 1970, or -1 */
};

/* Every row of v_level, as CSV with a header, or as a JSON array of objects. */
int export_levels(struct store *store, const struct export_filter *filter, bool json, FILE *out,
	struct err *e);
/*
 * Writes the kept logs, unpacked, to a new folder: NIGHT-ROLE-CONTENT.log. They hold what
 * `history add` was told, so adding the folder elsewhere makes the same history. *count: logs.
 */
int export_logs(struct store *store, const struct export_filter *filter, const char *folder,
	size_t *count, struct err *e);

#endif
