/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_DERIVED_H
#define DRIVER_STORE_DERIVED_H

#include "compare/base/string_list.h"
#include "driver/history/events.h"
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

/* The file of decisions of a history. The caller frees the path. */
char *store_decisions_path(const char *folder);

/* Everything that is known of one class of machines. Zeroed it may be released. */
struct analysis {
	struct tracks tracks;
	struct changes changes;
	struct events events;
	struct reported reported; /* before, and what of it is withdrawn */
};

/* Reads the class and analyses it; keeps pointers into `decisions`. */
int store_analyse(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	struct analysis *analysis, struct err *e);
void analysis_release(struct analysis *analysis);

/* Writes the changes and events of all classes for v_change and v_event anew. */
int store_derive(struct store *store, const struct change_settings *settings, struct err *e);

#endif
