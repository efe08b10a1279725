/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_STORE_H
#define DRIVER_STORE_STORE_H

#include <stdbool.h>

#include "driver/store/database.h"
#include "driver/store/facts.h"
#include "driver/store/insert.h"

/*
 * A history: a folder with the database and the compressed logs that it was made of. The logs
 * are the truth; store_rebuild() makes the database from them. Zeroed it may be closed.
 */
struct store {
	char *folder; /* owned */
	struct database database;
	int lock; /* of a writer: shared, of a rebuild: exclusive; + 1, so that 0 is none */
};

#define STORE_DATABASE "history.db"

/* DATABASE_WRITE makes the folder, but no second database beside kept logs. It removes what
 * killed writers left. */
int store_open(struct store *store, const char *folder, enum database_mode mode, struct err *e);
void store_close(struct store *store);
/* How many files killed writers left in the folder. */
size_t store_leftovers(const char *folder);

/*
 * Adds a log, also of another tool: keeps it compressed, then stores it in one transaction. If
 * it is killed between, adding it again finishes the work. Returns an enum insert_result, or
 * with *e set -1 for a fault of the log and STORE_FAILED for one of the history.
 */
#define STORE_FAILED (-2)
int store_add(
	struct store *store, const char *path, const struct store_facts *facts, struct err *e);

/* Makes the database of a folder again from the kept logs, beside the old one, and puts it in
 * its place. Runs whose logs were given up are taken from the old one. *count: how many logs
 * are in it. */
int store_rebuild(const char *folder, size_t *count, struct err *e);

#endif
