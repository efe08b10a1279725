/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/database.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/store/schema.h"

/* How long a second writer waits for the first. */
#define BUSY_MS  10000
#define RETRY_MS 20
/* A night of 500 benchmarks is 1500 pages: they reach the database once, when it is closed. */
#define HELD  "PRAGMA wal_autocheckpoint = 4000"
#define TRIAL "SELECT count(*) FROM sqlite_schema"

static bool is_busy(const struct database *database)
{
	int code = sqlite3_errcode(database->db);

	return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

int database_damaged(struct database *database, const char *why, struct err *e)
{
	database->damaged = true;
	return bd_err(e,
		"%s: is damaged (%s); make it again from the kept logs with `bdriver history "
		"rebuild`",
		database->path, why);
}

static int failed(struct database *database, struct err *e)
{
	int code = sqlite3_errcode(database->db);

	database->damaged = false;
	if (is_busy(database))
		return bd_err(e,
			"%s: another program has been writing to it for 10 s; try again when "
			"it has ended",
			database->path);
	/* Sound tables are as our statements expect them. A damaged header forbids writing. */
	if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR ||
		code == SQLITE_CONSTRAINT ||
		(sqlite3_extended_errcode(database->db) == SQLITE_READONLY &&
			!access(database->path, W_OK)))
		return database_damaged(database, sqlite3_errmsg(database->db), e);
	if (code == SQLITE_READONLY || code == SQLITE_FULL || code == SQLITE_IOERR) {
		int system = code == SQLITE_IOERR ? sqlite3_system_errno(database->db) : 0;

		return bd_err(e,
			"%s: cannot be written: %s; nothing of this step was stored in it",
			database->path,
			system ? strerror(system) : sqlite3_errmsg(database->db));
	}
	return bd_err(e, "%s: %s", database->path, sqlite3_errmsg(database->db));
}

static int execute(struct database *database, const char *sql, struct err *e)
{
	return sqlite3_exec(database->db, sql, NULL, NULL, NULL) ? failed(database, e) : 0;
}

static struct sqlite3_stmt *prepared(struct database *database, const char *sql, struct err *e)
{
	struct sqlite3_stmt *statement = NULL;

	for (size_t i = 0; i < database->statement_count; i++)
		if (database->statements[i].sql == sql) {
			sqlite3_reset(database->statements[i].statement);
			return database->statements[i].statement;
		}
	if (database->statement_count == DATABASE_STATEMENTS)
		memory_fatal("statements of a database");
	if (sqlite3_prepare_v2(database->db, sql, -1, &statement, NULL)) {
		failed(database, e);
		return NULL;
	}
	database->statements[database->statement_count].sql = sql;
	database->statements[database->statement_count++].statement = statement;
	return statement;
}

struct sqlite3_stmt *database_query(
	struct database *database, struct err *e, const char *sql, const char *types, ...)
{
	struct sqlite3_stmt *statement = prepared(database, sql, e);
	const void *bytes;
	va_list args;

	va_start(args, types);
	for (int i = 1; statement && *types; i++, types++) {
		switch (*types) {
		case 'i':
			sqlite3_bind_int64(statement, i, va_arg(args, int64_t));
			break;
		case 'd':
			sqlite3_bind_double(statement, i, va_arg(args, double));
			break;
		case 't':
			sqlite3_bind_text(
				statement, i, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
			break;
		default:
			bytes = va_arg(args, const void *);
			sqlite3_bind_blob64(
				statement, i, bytes, va_arg(args, size_t), SQLITE_TRANSIENT);
		}
	}
	va_end(args);
	return statement;
}

int database_next(struct database *database, struct sqlite3_stmt *statement, struct err *e)
{
	int code = statement ? sqlite3_step(statement) : SQLITE_ERROR;

	if (!statement)
		return -1;
	if (code == SQLITE_ROW)
		return 1;
	if (code != SQLITE_DONE)
		failed(database, e);
	sqlite3_reset(statement);
	return code == SQLITE_DONE ? 0 : -1;
}

const char *database_text(struct sqlite3_stmt *row, int column)
{
	return (const char *)sqlite3_column_text(row, column) ?: "";
}

char *database_copy(struct sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text ? memory_text(text) : NULL;
}

int database_finish(struct database *database, struct sqlite3_stmt *statement, struct err *e)
{
	int more = 1;

	while (more > 0)
		more = database_next(database, statement, e);
	return more;
}

int database_first(struct database *database, struct sqlite3_stmt *statement, int64_t *value,
	struct err *e)
{
	int more = database_next(database, statement, e);

	if (more > 0) {
		more = sqlite3_column_type(statement, 0) != SQLITE_NULL;
		*value = sqlite3_column_int64(statement, 0);
		sqlite3_reset(statement);
	}
	return more;
}

int database_begin(struct database *database, struct err *e)
{
	return execute(database, "BEGIN IMMEDIATE", e);
}

int database_end(struct database *database, int rc, struct err *e)
{
	if (!rc)
		rc = execute(database, "COMMIT", e);
	if (rc && !sqlite3_get_autocommit(database->db))
		sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

int database_begin_part(struct database *database, struct err *e)
{
	return execute(database, "SAVEPOINT part", e);
}

int database_end_part(struct database *database, int rc, struct err *e)
{
	if (rc)
		sqlite3_exec(database->db, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL);
	return rc ? rc : execute(database, "RELEASE part", e);
}

/* In one statement, as another process may make the tables meanwhile. The version stands twice,
 * as a single bit makes a newer or an older one of it; older programs wrote it once. */
static int version_of(struct database *database, int64_t *version, struct err *e)
{
	struct sqlite3_stmt *row = database_query(database, e,
		"SELECT max(application_id), max(user_version), count(name),"
		" total(name = 'v_level'), total(name = 'v_schema'), total(name = 'v_schema'"
		" AND sql LIKE '% ' || user_version || ' AS version')"
		" FROM pragma_application_id, pragma_user_version LEFT JOIN sqlite_schema",
		"");
	bool ours, tables, views, stated, same;

	if (database_next(database, row, e) < 0)
		return -1;
	ours = sqlite3_column_int64(row, 0) == SCHEMA_APPLICATION;
	*version = sqlite3_column_int64(row, 1);
	tables = sqlite3_column_int64(row, 2);
	views = sqlite3_column_int64(row, 3);
	stated = sqlite3_column_int64(row, 4);
	same = sqlite3_column_int64(row, 5);
	sqlite3_reset(row);
	if (!ours && tables && !views)
		return bd_err(e, "%s: is a database of another program", database->path);
	if (tables && (!ours || *version < 1 || stated != same ||
			      (*version > SCHEMA_VERSION && !stated)))
		return database_damaged(database, "its head is not that of a history", e);
	if (*version > SCHEMA_VERSION)
		return bd_err(e,
			"%s: has version %lld, this bdriver knows up to %d; use a newer "
			"bdriver",
			database->path, (long long)*version, SCHEMA_VERSION);
	return 0;
}

/* One transaction for all steps. Another process may have made them meanwhile. */
static int upgrade(struct database *database, struct err *e)
{
	AUTO_FREE char *head =
		memory_format("PRAGMA application_id = %d; PRAGMA user_version = %d;"
			      " DROP VIEW IF EXISTS v_schema;"
			      " CREATE VIEW v_schema AS SELECT %d AS version",
			SCHEMA_APPLICATION, SCHEMA_VERSION, SCHEMA_VERSION);
	int64_t version;
	int rc;

	if (version_of(database, &version, e))
		return -1;
	if (version == SCHEMA_VERSION)
		return 0;
	if (!version && execute(database, "PRAGMA auto_vacuum = INCREMENTAL", e))
		return -1;
	if (database_begin(database, e))
		return -1;
	rc = version_of(database, &version, e);
	while (!rc && version < SCHEMA_VERSION)
		rc = execute(database, schema_steps[version++], e);
	rc = rc ? rc : execute(database, head, e);
	rc = rc ? rc : execute(database, schema_views, e);
	return database_end(database, rc, e);
}

/* The path within a URI. The caller frees it. */
static char *escaped(const char *path)
{
	char *uri = memory_zeroed(3 * strlen(path) + 1, 1), *to = uri;

	for (; *path; path++)
		to += sprintf(to, strchr("%?#", *path) ? "%%%02X" : "%c", *path);
	return uri;
}

void database_remove(const char *path, bool keeps)
{
	static const char *const endings[] = { "", "-wal", "-shm" };

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		AUTO_FREE char *file = memory_format("%s%s", path, endings[i]);
		AUTO_FREE char *kept = memory_format("%s.damaged%s", path, endings[i]);

		if (!keeps || rename(file, kept))
			unlink(file);
	}
}

/* A reader may be unable to make the -shm file beside a database: in a read-only folder, or on
 * a full disk. What stands in the -wal file is read as well, with its index in memory. */
static int open_elsewhere(struct database *database, struct err *e)
{
	AUTO_FREE char *wal = memory_format("%s-wal", database->path);
	AUTO_FREE char *path = escaped(database->path);
	struct stat info;
	bool has_wal = !stat(wal, &info) && info.st_size;
	AUTO_FREE char *uri =
		memory_format("file:%s?%s=1", path, has_wal ? "nolock" : "immutable");

	sqlite3_close(database->db);
	database->db = NULL;
	return sqlite3_open_v2(uri, &database->db,
		       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL)
		       ? failed(database, e)
		       : execute(database, "PRAGMA locking_mode = EXCLUSIVE; " TRIAL, e);
}

static int open_to_read(struct database *database, struct err *e)
{
	int64_t version;
	int code = sqlite3_exec(database->db, TRIAL, NULL, NULL, NULL);

	if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_FULL ||
		    code == SQLITE_IOERR) &&
		open_elsewhere(database, e))
		return -1;
	if (version_of(database, &version, e))
		return -1;
	if (version < SCHEMA_VERSION)
		return bd_err(e,
			"%s: has version %lld, this bdriver reads version %d; bring it up to "
			"date with `bdriver history add` or `bdriver history rebuild`",
			database->path, (long long)version, SCHEMA_VERSION);
	return 0;
}

static int open_to_write(struct database *database, struct err *e)
{
	return execute(database, "PRAGMA journal_mode = WAL", e) ||
			       /* A power cut takes only what the kept logs still have. A
				* night changes a page of each line: they stay in memory.
				* Not temp_store = MEMORY: each insert would then walk the
				* journal of the savepoint. */
			       execute(database,
				       "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = "
				       "ON; PRAGMA cache_size = -65536; " HELD,
				       e) ||
			       upgrade(database, e)
		       ? -1
		       : 0;
}

static int open_once(struct database *database, enum database_mode mode, struct err *e)
{
	int flags = mode == DATABASE_READ ? SQLITE_OPEN_READONLY
					  : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

	flags |= SQLITE_OPEN_NOMUTEX; /* one thread */
	if (sqlite3_open_v2(database->path, &database->db, flags, NULL))
		return failed(database, e);
	sqlite3_busy_timeout(database->db, BUSY_MS);
	return mode == DATABASE_READ ? open_to_read(database, e) : open_to_write(database, e);
}

static void disconnect(struct database *database)
{
	for (size_t i = 0; i < database->statement_count; i++)
		sqlite3_finalize(database->statements[i].statement);
	database->statement_count = 0;
	sqlite3_close(database->db);
	database->db = NULL;
}

/* Where two processes make a database at once, SQLite refuses one of them without waiting. */
int database_open(
	struct database *database, const char *path, enum database_mode mode, struct err *e)
{
	time_t begun = time(NULL);
	struct stat info;

	*database = (struct database){ .path = memory_text(path) };
	if (mode == DATABASE_READ && access(path, F_OK))
		return bd_err(e,
			"%s: there is no history yet; begin one with `bdriver history add LOG`",
			path);
	/* SQLite would wait for the other end of a pipe. */
	if (!stat(path, &info) && !S_ISREG(info.st_mode))
		return bd_err(e, "%s: is not a regular file", path);
	for (;;) {
		int rc = open_once(database, mode, e);

		if (!rc || !is_busy(database) || time(NULL) - begun >= BUSY_MS / 1000)
			return rc;
		disconnect(database);
		usleep(RETRY_MS * 1000);
	}
}

void database_close(struct database *database)
{
	disconnect(database);
	free(database->path);
	*database = (struct database){ 0 };
}
