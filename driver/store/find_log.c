/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/find_log.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/base/revision.h"
#include "driver/store/kept_log.h"
#include "driver/store/night.h"

/* Fewer digits may be those of several commits. */
#define WORD_MIN 4

struct found {
	char *content, *name; /* owned */
};

/* 1; 0: there is none; -1 with *e set. */
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
	int more = database_next(&store->database, row, e);

	if (more <= 0)
		return more;
	if (sqlite3_column_int(row, 1))
		return bd_err(e, "%s: the log of '%s' was given up by an older bdriver",
			store->folder, word);
	found->content = memory_text((const char *)sqlite3_column_text(row, 0));
	found->name = memory_text((const char *)sqlite3_column_text(row, 2));
	return 1;
}

static int find_revision(struct store *store, const char *word, const char *machine,
	const char *repository, struct found *found, struct err *e)
{
	AUTO(revision_release) struct revision revision = { 0 };
	struct err unknown;
	int more = revision_ask(&revision, repository, word, &unknown)
			   ? 0
			   : find(store, revision.hash, machine, found, e);

	if (!more)
		bd_err(e, "%s: has no night of %s '%s'", store->folder,
			revision.hash ? "the commit" : "a commit or a date", word);
	return more;
}

static int read_kept(struct store *store, const char *content, const char *name,
	struct log *log, struct err *e)
{
	AUTO(kept_text_release) struct kept_text text = { 0 };

	return kept_log_read(&text, store->folder, content, e) ||
			       log_read_buffer(
				       log, name, text.text, text.size, LOG_KEEP_SUMMARIES, e)
		       ? -1
		       : 1;
}

int store_find_log(struct store *store, const char *word, const char *machine,
	const char *repository, struct log *log, struct err *e)
{
	struct found found = { 0 };
	int more = 0;

	if (strlen(word) >= WORD_MIN)
		more = find(store, word, machine, &found, e);
	if (!more)
		more = find_revision(store, word, machine, repository, &found, e);
	if (more > 0)
		more = read_kept(store, found.content, found.name, log, e);
	free(found.content);
	free(found.name);
	return more > 0 ? 0 : -1;
}

int store_find_beside(struct store *store, const struct log *night, const char *role,
	struct log *log, struct err *e)
{
	AUTO_FREE char *session = night_session(night), *content = NULL;
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT content FROM run WHERE role = ?1 AND session = ?2 AND NOT pruned", "tt",
		role, session);
	int more = database_next(&store->database, row, e);

	if (more <= 0)
		return more;
	content = database_copy(row, 0);
	return read_kept(store, content, role, log, e);
}
