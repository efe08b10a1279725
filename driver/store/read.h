/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_READ_H
#define DRIVER_STORE_READ_H

#include "compare/base/string_list.h"
#include "driver/history/tracks.h"
#include "driver/store/store.h"

/* The machine classes that have nights, by name. */
int store_classes(struct store *store, struct string_list *classes, struct err *e);

/* *hosts: how many have exactly one night, if these are more than half of all, and three;
 * else 0. A name given by --machine is no host. */
int store_lonely_hosts(struct store *store, int64_t *hosts, struct err *e);

/* *from: when the first of the last `nights` nights of the class began. 1; 0: it has no more
 * nights than these; -1. */
int store_last_nights(
	struct store *store, const char *class, int64_t nights, int64_t *from, struct err *e);

/*
 * The nights of a class and their tracks. Nights are ordered by the heights of their revisions
 * if all have one, else by time; several runs of one revision by time. Only runs of the role
 * `now` are nights. only, ctx: as points_read(). *tracks is zeroed before and may be released
 * in either case.
 */
int store_read(struct store *store, const char *class, struct tracks *tracks,
	bool (*only)(void *ctx, const struct track *track), void *ctx, struct err *e);

#endif
