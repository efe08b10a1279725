/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_REPLICATION_H
#define DRIVER_BUNDLE_REPLICATION_H

#include "driver/bundle/effects.h"

/* What another machine found, and what this one finds. */
struct replication {
	struct effects there, here;
};

/*
 * Prints whether the changes hold here, then each one, and what is changed here only. Returns
 * EXIT_FOUND (no) if more than 5 %, the false discovery rate, are contradicted: of the changes
 * that are decided here, or of what is unchanged there and decided here; EXIT_BLIND (cannot
 * tell) if fewer than half of the changes are decided; else EXIT_FINE.
 */
int replication_print(const struct replication *replication);

#endif
