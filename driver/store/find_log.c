/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/find_log.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/store/kept_log.h"

#define WORD_MIN 4

struct found {
	char *content, *name; /* owned */
};

static int find(struct store *store, const char *word, const char *machine, struct found *found,
	struct err *e)
{
	int64_t size = (int64_t)strlen(word);
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT r.content, r.pruned, coalesce('commit ' || substr(v.hash, 1, 10),"
		" 'night of ' || date(r.started, 'unixepoch'))"
		" FROM run r JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision WHERE r.role = 'now'"
		" AND (substr(v.hash, 1, ?1) = ?2 OR"
		" substr(datetime(r.started, 'unixepoch'), 1, ?1) = ?2)"
		" AND m.class = coalesce(?3, m.class) ORDER BY r.started DESC, r.id DESC",
		"itt", size, word, machine);
	int more = row ? database_next(&store->database, row, e) : -1;

	if (more < 0)
		return -1;
	if (!more)
		return bd_err(
			e, "%s: has no night of a commit or a date '%s'", store->folder, word);
	if (sqlite3_column_int(row, 1))
		return bd_err(e, "%s: the log of '%s' was given up by `bdriver history prune`",
			store->folder, word);
	found->content = memory_text((const char *)sqlite3_column_text(row, 0));
	found->name = memory_text((const char *)sqlite3_column_text(row, 2));
	return 0;
}

int store_find_log(struct store *store, const char *word, const char *machine, struct log *log,
	struct err *e)
{
	struct found found = { 0 };
	struct kept_text text = { 0 };
	int rc;

	if (strlen(word) < WORD_MIN)
		return bd_err(e, "'%s': give at least %d digits of a commit, or a date", word,
			WORD_MIN);
	rc = find(store, word, machine, &found, e);
	rc = rc ? rc : kept_log_read(&text, store->folder, found.content, e);
	rc = rc ? rc
		: log_read_buffer(log, found.name, text.text, text.size, LOG_KEEP_SUMMARIES, e);
	kept_text_release(&text);
	free(found.content);
	free(found.name);
	return rc;
}
