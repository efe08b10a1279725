/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/verify.h"

#include <sqlite3.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/kept_log.h"

#define REBUILD "make the database again with `bdriver history rebuild`"

static int check_database(struct store *store, struct string_list *faults, struct err *e)
{
	struct sqlite3_stmt *row =
		database_query(&store->database, e, "PRAGMA integrity_check", "");
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		const char *text = (const char *)sqlite3_column_text(row, 0);

		if (strcmp(text, "ok") != 0)
			string_list_addf(
				faults, "%s: %s; " REBUILD, store->database.path, text);
	}
	return more;
}

/* Each run has its log, as it was. */
static int check_runs(struct store *store, const struct string_list *kept,
	struct string_list *faults, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT content FROM run WHERE NOT pruned ORDER BY started", "");
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		const char *content = (const char *)sqlite3_column_text(row, 0);

		if (!string_list_has(kept, content))
			string_list_addf(faults,
				"%s/logs: the log %s of a run is missing; restore it from a "
				"copy, "
				"or add it again",
				store->folder, content);
	}
	return more;
}

static int check_log(
	struct store *store, const char *content, struct string_list *faults, struct err *e)
{
	AUTO(kept_text_release) struct kept_text text = { 0 };
	struct err why;
	int known;

	if (kept_log_read(&text, store->folder, content, &why))
		string_list_add(faults, why.text);
	known = insert_knows(&store->database, content, e);
	if (!known)
		string_list_addf(faults, "%s/logs: the log %s is not in the database; " REBUILD,
			store->folder, content);
	return known < 0 ? -1 : 0;
}

int64_t store_verify(struct store *store, struct string_list *faults, struct err *e)
{
	AUTO(string_list_release) struct string_list kept = { 0 };
	int rc = check_database(store, faults, e) || kept_log_list(&kept, store->folder, e) ||
				 check_runs(store, &kept, faults, e)
			 ? -1
			 : 0;
	int64_t count = (int64_t)kept.count;

	for (size_t i = 0; !rc && i < kept.count; i++)
		rc = check_log(store, kept.items[i], faults, e);
	return rc ? -1 : count;
}
