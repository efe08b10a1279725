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
 * EXIT_FINE: yes, at least half of the changes are decided here, and at most 5 % of these, the
 * false discovery rate, are contradicted; EXIT_FOUND: no, more are; EXIT_BLIND: cannot tell.
 */
int replication_print(const struct replication *replication);

#endif
