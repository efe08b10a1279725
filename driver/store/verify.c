/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/verify.h"

#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/kept_log.h"

#define REBUILD "make the database again with `bdriver history rebuild`"

static int check_database(struct store *store, struct string_list *faults, struct err *e)
{
	struct sqlite3_stmt *row =
		database_query(&store->database, e, "PRAGMA integrity_check", "");
	int more;

	while ((more = database_next(&store->database, row, e)) > 0) {
		const char *text = database_text(row, 0);

		if (strcmp(text, "ok") != 0)
			string_list_addf(
				faults, "%s: %s; " REBUILD, store->database.path, text);
	}
	return more;
}

/* The logs of the runs, in the order in which they came. */
static int list_runs(struct store *store, struct string_list *contents, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT content FROM run WHERE NOT pruned ORDER BY id", "");
	int more;

	while ((more = database_next(&store->database, row, e)) > 0)
		string_list_add(contents, database_text(row, 0));
	return more;
}

/* Each run has its log, as it was, and each log its run. */
static void check_logs(struct store *store, struct store *fresh, const struct string_list *runs,
	const struct string_list *kept, struct string_list *faults)
{
	struct err why;

	for (size_t i = 0; i < runs->count; i++)
		if (!string_list_has(kept, runs->items[i]))
			string_list_addf(faults,
				"%s/logs: the log %s of a run is missing; restore it from a "
				"copy, or add it again",
				store->folder, runs->items[i]);
		else if (store_rebuild_log(fresh, runs->items[i], &why))
			string_list_add(faults, why.text);
	for (size_t i = 0; i < kept->count; i++) {
		AUTO(kept_text_release) struct kept_text text = { 0 };

		if (string_list_has(runs, kept->items[i]))
			continue;
		string_list_addf(faults, "%s/logs: the log %s is not in the database; " REBUILD,
			store->folder, kept->items[i]);
		if (kept_log_read(&text, store->folder, kept->items[i], &why))
			string_list_add(faults, why.text);
	}
}

static bool is_same_cell(struct sqlite3_stmt *a, struct sqlite3_stmt *b, int column)
{
	double p = sqlite3_column_double(a, column), q = sqlite3_column_double(b, column);
	int type = sqlite3_column_type(a, column), size;
	const void *x, *y;

	if (type != sqlite3_column_type(b, column))
		return false;
	/* Another build of bdriver may round the last digit in another way. */
	if (type == SQLITE_FLOAT)
		return fabs(p - q) <= 1e-9 * fmax(fabs(p), fabs(q));
	x = sqlite3_column_blob(a, column);
	y = sqlite3_column_blob(b, column);
	size = sqlite3_column_bytes(a, column);
	if (size != sqlite3_column_bytes(b, column))
		return false;
	return !size || !memcmp(x, y, (size_t)size);
}

static bool is_same_row(struct sqlite3_stmt *a, struct sqlite3_stmt *b)
{
	int n = sqlite3_column_count(a), i = 0;

	while (i < n && is_same_cell(a, b, i))
		i++;
	return i == n;
}

/* Are the rows those of a database that was made of the logs just now? Their first cell says
 * what they are of. */
static int check_rows(struct store *store, struct store *fresh, const char *sql,
	struct string_list *faults, struct err *e)
{
	struct sqlite3_stmt *a = database_query(&store->database, e, sql, ""),
			    *b = a ? database_query(&fresh->database, e, sql, "") : NULL;
	int has = 1, wanted = 1;
	const char *of;

	if (!b)
		return -1;
	do {
		has = database_next(&store->database, a, e);
		wanted = has < 0 ? -1 : database_next(&fresh->database, b, e);
	} while (has > 0 && wanted > 0 && is_same_row(a, b));
	if (wanted < 0)
		return -1;
	of = has || wanted ? database_text(has ? a : b, 0) : NULL;
	if (of)
		string_list_addf(faults,
			"%s: what it has of %s is not what the kept logs give: it was changed, "
			"or an older bdriver stored it; " REBUILD,
			store->database.path, *of ? of : "a night");
	return 0;
}

#define NIGHT "datetime(r.started, 'unixepoch')"
/* Of a run that has its log. */
#define KEPT "NOT coalesce(r.pruned, 0)"
#define OF   "b.suite || '/' || b.name || ' of ' || " NIGHT

static int check_content(
	struct store *store, struct store *fresh, struct string_list *faults, struct err *e)
{
	static const char *const rows[] = {
		"SELECT " NIGHT ", r.content, r.session, r.build, r.role, r.started, r.ended,"
		" r.workers, r.version, r.command, r.complete, r.rows, r.launches, r.disturbed,"
		" m.fingerprint, m.class, v.hash, v.height, v.committed, v.author,"
		" v.subject FROM run r LEFT JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision WHERE " KEPT " ORDER BY r.content",
		"SELECT " OF ", r.content, b.suite, b.name, s.metric, s.class, p.launches,"
		" p.failed, p.disturbed, p.code, p.definition, t.compiler, t.flags,"
		" p.level, p.se, p.min_ns, p.median_ns"
		" FROM point p LEFT JOIN run r ON r.id = p.run LEFT JOIN series s"
		" ON s.id = p.series LEFT JOIN benchmark b ON b.id = s.benchmark"
		" LEFT JOIN toolchain t ON t.id = p.toolchain WHERE " KEPT
		" ORDER BY r.content, b.suite, b.name, s.metric, s.class",
		"SELECT " OF ", r.content, b.suite, b.name, s.metric, s.class, c.launches,"
		" c.median, c.low, c.high FROM counted c LEFT JOIN run r ON r.id = c.run LEFT "
		"JOIN series s"
		" ON s.id = c.series LEFT JOIN benchmark b ON b.id = s.benchmark WHERE " KEPT
		" ORDER BY r.content, b.suite, b.name, s.metric, s.class",
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < ARRAY_SIZE(rows); i++)
		rc = check_rows(store, fresh, rows[i], faults, e);
	return rc;
}

int64_t store_verify(struct store *store, struct string_list *faults, struct err *e)
{
	AUTO(string_list_release) struct string_list kept = { 0 }, runs = { 0 };
	AUTO(store_close) struct store fresh = { .folder = memory_text(store->folder) };
	int rc = check_database(store, faults, e) || kept_log_list(&kept, store->folder, e) ||
				 list_runs(store, &runs, e) ||
				 database_open(&fresh.database, ":memory:", DATABASE_WRITE, e)
			 ? -1
			 : 0;

	if (!rc)
		check_logs(store, &fresh, &runs, &kept, faults);
	if (!rc && !faults->count)
		rc = check_content(store, &fresh, faults, e);
	return rc ? -1 : (int64_t)kept.count;
}
