/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/export.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "driver/store/kept_log.h"

static void put_row(FILE *out, struct sqlite3_stmt *row)
{
	for (int i = 0; i < sqlite3_column_count(row); i++) {
		const char *text = (const char *)sqlite3_column_text(row, i);

		fputs(i ? "," : "", out);
		if (text && sqlite3_column_type(row, i) == SQLITE_TEXT)
			markup_csv(out, text);
		else
			fputs(text ? text : "", out);
	}
	fputs("\n", out);
}

#define WHICH                                                                          \
	" FROM v_level WHERE machine = coalesce(?, machine) AND unixepoch(night) >= ?" \
	" ORDER BY suite, benchmark, metric, machine, night, run"

static int export_csv(
	struct store *store, const struct export_filter *filter, FILE *out, struct err *e)
{
	struct sqlite3_stmt *row = database_query(
		&store->database, e, "SELECT *" WHICH, "ti", filter->machine, filter->since);
	int more = row ? 1 : -1;

	for (int i = 0; row && i < sqlite3_column_count(row); i++)
		fprintf(out, "%s%s", i ? "," : "", sqlite3_column_name(row, i));
	fputs("\n", out);
	while (more > 0 && (more = database_next(&store->database, row, e)) > 0)
		put_row(out, row);
	return more;
}

static int export_json(
	struct store *store, const struct export_filter *filter, FILE *out, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT json_object('suite', suite, 'benchmark', benchmark, 'metric', metric,"
		" 'machine', machine, 'night', night, 'revision', revision, 'height', height,"
		" 'ns', ns, 'relative_error', relative_error, 'launches', launches, 'failed',"
		" failed, 'disturbed', disturbed, 'min_ns', min_ns, 'median_ns', median_ns,"
		" 'peak_kib', peak_kib, 'code', code, 'definition', definition, 'compiler',"
		" compiler, 'flags', flags, 'kernel', kernel, 'cpu_model', cpu_model, 'role',"
		" role, 'log', log, 'run', run)" WHICH,
		"ti", filter->machine, filter->since);
	int more = row ? 1 : -1;
	const char *between = "\n";

	fputs("{\"schema\":\"bdriver-history-levels-1\",\"levels\":[", out);
	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		fprintf(out, "%s%s", between, (const char *)sqlite3_column_text(row, 0));
		between = ",\n";
	}
	fputs("\n]}\n", out);
	return more;
}

int export_levels(struct store *store, const struct export_filter *filter, bool json, FILE *out,
	struct err *e)
{
	return json ? export_json(store, filter, out, e) : export_csv(store, filter, out, e);
}

static int write_log(const char *path, const struct kept_text *text, struct err *e)
{
	FILE *out = fopen(path, "wxe");
	bool bad = !out || fwrite(text->text, 1, text->size, out) != text->size;

	bad = (out && fclose(out)) || bad;
	return bad ? bd_err(e, "%s: cannot be written: %s", path, strerror(errno)) : 0;
}

int export_logs(struct store *store, const struct export_filter *filter, const char *folder,
	size_t *count, struct err *e)
{
	struct sqlite3_stmt *row = database_query(&store->database, e,
		"SELECT r.content, strftime('%Y-%m-%dT%H%M%S', r.started, 'unixepoch'), r.role"
		" FROM run r JOIN machine m ON m.id = r.machine WHERE NOT r.pruned"
		" AND m.class = coalesce(?, m.class) AND r.started >= ? ORDER BY r.started",
		"ti", filter->machine, filter->since);
	int more = row ? 1 : -1;

	*count = 0;
	if (mkdir(folder, 0777))
		return bd_err(e, "%s: cannot be made: %s", folder, strerror(errno));
	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		const char *content = (const char *)sqlite3_column_text(row, 0);
		char *path = memory_format("%s/%s-%s-%.12s.log", folder,
			(const char *)sqlite3_column_text(row, 1),
			(const char *)sqlite3_column_text(row, 2), content);
		struct kept_text text = { 0 };

		if (kept_log_read(&text, store->folder, content, e) ||
			write_log(path, &text, e))
			more = -1;
		kept_text_release(&text);
		free(path);
		*count += more > 0;
	}
	return more;
}
