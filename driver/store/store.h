/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_STORE_H
#define DRIVER_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "compare/base/string_list.h"
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
	/* Of a transaction of logs: when it began, what it keeps, and what that replaces. */
	uint64_t begun_ns;
	struct string_list kept, replaced;
	struct string_list told; /* kinds of warnings about logs, each printed once */
	size_t untold;           /* warnings that were not */
};

#define STORE_DATABASE "history.db"

/* DATABASE_WRITE makes the folder, but no second database beside kept logs. It removes what
 * killed writers left. */
int store_open(struct store *store, const char *folder, enum database_mode mode, struct err *e);
void store_close(struct store *store);
/* What became of the nights of a file: how many of each enum insert_result. */
struct store_added {
	size_t nights, of[INSERT_OLDER + 1];
};

/*
 * Adds a log, also of another tool: keeps it compressed, then stores it, whole or not at all.
 * It is in the database after store_commit(); if the program is killed before that, adding it
 * again finishes the work. Returns 0, or with *e set -1 for a fault of the log and STORE_FAILED
 * for one of the history.
 */
#define STORE_FAILED (-2)
int store_add(struct store *store, const char *path, const struct store_facts *facts,
	struct store_added *added, struct err *e);
/* Do logs wait for store_commit(), and do others wait for two seconds to write? */
bool store_due(const struct store *store);
int store_commit(struct store *store, struct err *e);

/* Opens a history and makes its database again from the kept logs, in one transaction. Runs
 * whose logs were given up stay, and what was reported; not with `anew`, for a damaged one,
 * which is kept beside it. *count: how many logs are in it. */
int store_rebuild(
	struct store *store, const char *folder, bool anew, size_t *count, struct err *e);
/* A part of it: puts the kept log of that content into the database. */
int store_rebuild_log(struct store *store, const char *content, struct err *e);

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
