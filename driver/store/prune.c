/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/prune.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "compare/base/memory.h"
#include "driver/store/derived.h"
#include "driver/store/kept_log.h"
#include "driver/store/read.h"

/* Nights before and after a change whose logs are kept. */
#define AROUND 2

static int month_of(int64_t seconds)
{
	time_t value = (time_t)seconds;
	struct tm utc;

	gmtime_r(&value, &utc);
	return utc.tm_year * 12 + utc.tm_mon;
}

static void keep_around(bool *keep, size_t count, uint32_t low, uint32_t high)
{
	size_t from = low > AROUND ? low - AROUND : 0;

	for (size_t t = from; t < count && t <= (size_t)high + AROUND; t++)
		keep[t] = true;
}

static void keep_decided(bool *keep, const struct lines_of *lines, const struct decision *one)
{
	for (uint32_t t = 0; t < lines->night_count; t++)
		if (!strcmp(one->class, lines->class) &&
			lines->nights[t].started >= one->first &&
			lines->nights[t].started <= one->last)
			keep_around(keep, lines->night_count, t, t);
}

/* For each night of a class whether its log stays. The caller frees it. */
static bool *choose(const struct analysis *a, const struct decisions *decisions, size_t nights)
{
	size_t count = a->lines.night_count;
	bool *keep = memory_zeroed(count + 1, sizeof(*keep));

	for (size_t t = 0; t < count; t++)
		keep[t] = t + nights >= count || !t ||
			  month_of(a->lines.nights[t].started) !=
				  month_of(a->lines.nights[t - 1].started);
	for (size_t i = 0; i < a->changes.count; i++)
		keep_around(keep, count, a->changes.list[i].low, a->changes.list[i].high);
	for (size_t i = 0; i < decisions->count; i++)
		keep_decided(keep, &a->lines, &decisions->list[i]);
	return keep;
}

/* A table `kept` of the sessions whose logs stay, and the beginning of the last nights. */
static int mark_class(struct store *store, const char *class,
	const struct change_settings *settings, const struct decisions *decisions,
	size_t nights, int64_t *since, struct err *e)
{
	struct analysis a;
	int rc = store_analyse(store, class, settings, decisions, &a, e);
	size_t count = a.lines.night_count;
	bool *keep = rc ? NULL : choose(&a, decisions, nights);

	for (size_t t = 0; !rc && t < count; t++)
		if (keep[t])
			rc = database_do(&store->database, e,
				"INSERT OR IGNORE INTO temp.kept SELECT session FROM run "
				"WHERE id = ?",
				"i", a.lines.nights[t].run);
	if (!rc && count) {
		int64_t first = a.lines.nights[count > nights ? count - nights : 0].started;

		*since = *since < 0 || first < *since ? first : *since;
	}
	free(keep);
	analysis_release(&a);
	return rc;
}

static int mark(struct store *store, const struct change_settings *settings, size_t nights,
	int64_t *since, struct err *e)
{
	char *path = store_decisions_path(store->folder);
	struct string_list classes = { 0 };
	struct decisions decisions;
	int rc = decisions_read(&decisions, path, e) ||
				 database_do(&store->database, e,
					 "CREATE TEMP TABLE kept(session TEXT PRIMARY KEY)",
					 "") ||
				 store_classes(store, &classes, e)
			 ? -1
			 : 0;

	for (size_t i = 0; !rc && i < classes.count; i++)
		rc = mark_class(
			store, classes.items[i], settings, &decisions, nights, since, e);
	string_list_release(&classes);
	decisions_release(&decisions);
	free(path);
	return rc;
}

#define GIVEN_UP                                                         \
	" NOT pruned AND session NOT IN (SELECT session FROM temp.kept)" \
	" AND (started < ? OR session IN (SELECT session FROM run WHERE role = 'now'))"

static int count_logs(
	struct store *store, int64_t since, struct prune_counts *counts, struct err *e)
{
	struct sqlite3_stmt *row = database_query(
		&store->database, e, "SELECT content FROM run WHERE" GIVEN_UP, "i", since);
	int64_t all = 0;
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0) {
		char *path =
			kept_log_path(store->folder, (const char *)sqlite3_column_text(row, 0));
		struct stat info;

		counts->pruned++;
		counts->bytes += stat(path, &info) ? 0 : info.st_size;
		free(path);
	}
	if (!more)
		more = database_integer(&store->database, &all, e,
			"SELECT count(*) FROM run WHERE NOT pruned", "");
	counts->kept = (size_t)all - counts->pruned;
	return more < 0 ? -1 : 0;
}

/* Also those of a prune that was killed. */
static int remove_logs(struct store *store, struct err *e)
{
	struct sqlite3_stmt *row =
		database_query(&store->database, e, "SELECT content FROM run WHERE pruned", "");
	int more = row ? 1 : -1;

	while (more > 0 && (more = database_next(&store->database, row, e)) > 0)
		kept_log_remove(store->folder, (const char *)sqlite3_column_text(row, 0));
	return more;
}

int store_prune(struct store *store, const struct change_settings *settings, size_t nights,
	bool dry, struct prune_counts *counts, struct err *e)
{
	int64_t since = -1;
	int rc;

	*counts = (struct prune_counts){ 0 };
	if (database_begin(&store->database, e))
		return -1;
	rc = mark(store, settings, nights, &since, e) || count_logs(store, since, counts, e)
		     ? -1
		     : 0;
	if (!rc && !dry)
		rc = database_do(&store->database, e,
			"UPDATE run SET pruned = 1 WHERE" GIVEN_UP, "i", since);
	if (!rc)
		rc = database_do(&store->database, e, "DROP TABLE temp.kept", "");
	if (database_end(&store->database, rc, e))
		return -1;
	return dry ? 0 : remove_logs(store, e);
}
