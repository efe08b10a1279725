/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_DERIVED_H
#define DRIVER_STORE_DERIVED_H

#include "driver/history/events.h"
#include "driver/store/store.h"

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
