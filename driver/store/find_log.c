/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/find_log.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/store/kept_log.h"

#define WORD_MIN 4

/* The content of its log; NULL with *e set. */
static char *content_of(
	struct store *store, const char *word, const char *machine, struct err *e)
{
	int64_t size = (int64_t)strlen(word);
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT r.content, r.pruned FROM run r JOIN machine m ON m.id = r.machine"
		" LEFT JOIN revision v ON v.id = r.revision WHERE r.role = 'now'"
		" AND (substr(v.hash, 1, ?1) = ?2 OR"
		" substr(datetime(r.started, 'unixepoch'), 1, ?1) = ?2)"
		" AND m.class = coalesce(?3, m.class) ORDER BY r.started DESC, r.id DESC",
		"itt", size, word, machine);
	int more = row ? database_next(&store->database, row, e) : -1;
	char *content = NULL;

	if (more > 0 && sqlite3_column_int(row, 1))
		bd_err(e, "%s: the log of '%s' was given up by `bdriver history prune`",
			store->folder, word);
	else if (more > 0)
		content = memory_text((const char *)sqlite3_column_text(row, 0));
	else if (!more)
		bd_err(e, "%s: has no night of a commit or a date '%s'", store->folder, word);
	return content;
}

char *store_extract(struct store *store, const char *word, const char *machine,
	const char *folder, struct err *e)
{
	struct kept_text text = { 0 };
	char *content, *path = NULL;
	FILE *out;
	int bad;

	if (strlen(word) < WORD_MIN) {
		bd_err(e, "'%s': give at least %d digits of a commit, or a date", word,
			WORD_MIN);
		return NULL;
	}
	content = content_of(store, word, machine, e);
	if (content && !kept_log_read(&text, store->folder, content, e)) {
		path = memory_format("%s/%.12s.log", folder, content);
		out = fopen(path, "we");
		bad = !out || fwrite(text.text, 1, text.size, out) != text.size;
		bad = (out && fclose(out)) || bad;
		if (bad) {
			bd_err(e, "%s: cannot be written: %s", path, strerror(errno));
			free(path);
			path = NULL;
		}
	}
	kept_text_release(&text);
	free(content);
	return path;
}
