/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_DATABASE_H
#define DRIVER_STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/base/err.h"

struct sqlite3;
struct sqlite3_stmt;

#define DATABASE_STATEMENTS 64

/* The SQLite file of a history. Zeroed it is closed and may be closed again. */
struct database {
	struct sqlite3 *db;
	char *path;   /* owned */
	bool damaged; /* says the last error */
	/* Prepared once; the key is the address of the SQL text, which is static. */
	struct {
		const char *sql;
		struct sqlite3_stmt *statement;
	} statements[DATABASE_STATEMENTS];
	size_t statement_count;
};

enum database_mode {
	DATABASE_READ,  /* fails where there is none */
	DATABASE_WRITE, /* is made where there is none; brings an older one up to date */
};

/*
 * Opens the file. A file of a newer bdriver, or of another program, is refused. Returns 0, or
 * -1 with *e set; *database may be closed in either case.
 */
int database_open(
	struct database *database, const char *path, enum database_mode mode, struct err *e);
void database_close(struct database *database);
/* What it holds is wrong. -1 with *e set. */
int database_damaged(struct database *database, const char *why, struct err *e);
/* Removes its files. `keeps`: they stay, and are called PATH.damaged. */
void database_remove(const char *path, bool keeps);

/*
 * Values for the "?" of a statement, one letter each: i int64_t, d double (NAN: NULL), t const
 * char * (NULL: NULL), b const void * and size_t. The SQL is static text. NULL with *e set,
 * which the others take. Valid until the same SQL is used again.
 */
struct sqlite3_stmt *database_query(
	struct database *database, struct err *e, const char *sql, const char *types, ...);
/* 1: a row; 0: no more; -1 with *e set. */
int database_next(struct database *database, struct sqlite3_stmt *statement, struct err *e);
/* Runs it to its end. 0, or -1 with *e set. */
#define database_do(database, e, ...) \
	database_finish(database, database_query(database, e, __VA_ARGS__), e)
int database_finish(struct database *database, struct sqlite3_stmt *statement, struct err *e);
/* Sets *value to the first cell of the first row. 1; 0: no row, or NULL; -1. */
#define database_integer(database, value, e, ...) \
	database_first(database, database_query(database, e, __VA_ARGS__), value, e)
int database_first(struct database *database, struct sqlite3_stmt *statement, int64_t *value,
	struct err *e);
/* The text of a cell, for as long as the row; "" for NULL, which a damaged table may have
 * anywhere. */
const char *database_text(struct sqlite3_stmt *row, int column);
/* The same, which the caller frees; NULL for NULL. */
char *database_copy(struct sqlite3_stmt *row, int column);

/* One writer at a time: waits up to 10 s for another one. */
int database_begin(struct database *database, struct err *e);
/* Commits if rc is 0, else rolls back. Returns 0 or -1. */
int database_end(struct database *database, int rc, struct err *e);
/* The same of a part of a transaction, which may fail alone. */
int database_begin_part(struct database *database, struct err *e);
int database_end_part(struct database *database, int rc, struct err *e);

#endif
