/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/formats/writer.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/revision.h"
#include "driver/store/kept_log.h"
#include "driver/store/night.h"
#include "driver/store/points.h"
#include "harness/base/clock.h"

#define LOCK "history.lock"
/* Others wait so long for the end of a transaction, and for the log that ends it. */
#define LONGEST_NS 2000000000
/* Fewer digits may be those of several commits. */
#define WORD_MIN 4

/* A rebuild excludes all writers: they would wait for SQLite's own lock for some seconds only.
 */
static int lock(struct store *store, int how, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" LOCK, store->folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), rc = 0;

	if (fd < 0 || flock(fd, how))
		rc = bd_err(e, "%s: cannot be locked: %s", path, strerror(errno));
	store->lock = fd + 1;
	return rc;
}

/* A byte in the lock file: a rebuild has begun, and not ended. */
static int mark(const struct store *store, off_t size, struct err *e)
{
	return ftruncate(store->lock - 1, size)
		       ? bd_err(e, "%s/" LOCK ": cannot be written: %s", store->folder,
				 strerror(errno))
		       : 0;
}

/* An empty history in the place of a lost one would look like the first night. */
static int check_not_lost(const struct store *store, const char *path, struct err *e)
{
	AUTO_FREE char *logs = memory_format("%s/logs", store->folder);
	AUTO_FREE char *marked = memory_format("%s/" LOCK, store->folder);
	struct stat info;
	bool is_part = !stat(marked, &info) && info.st_size;

	return is_part || (access(path, F_OK) && !access(logs, F_OK))
		       ? bd_err(e, "%s: %s; make it again with `bdriver history rebuild`", path,
				 is_part ? "its rebuild did not end"
					 : "is missing, but there are kept logs")
		       : 0;
}

int store_open(struct store *store, const char *folder, enum database_mode mode, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" STORE_DATABASE, folder);
	int rc = 0;

	*store = (struct store){ .folder = memory_text(folder) };
	if (mode == DATABASE_WRITE)
		rc = path_make_folder(folder, 0777, e) || lock(store, LOCK_SH, e) ? -1 : 0;
	rc = rc ? rc : check_not_lost(store, path, e);
	if (!rc && mode == DATABASE_WRITE)
		kept_log_leftovers(folder, true);
	rc = rc ? rc : database_open(&store->database, path, mode, e);
	if (rc || mode == DATABASE_READ)
		return rc;
	/* What an older program has not packed. */
	rc = database_begin(&store->database, e);
	return database_end(&store->database, rc ? rc : points_pack(&store->database, e), e);
}

void store_close(struct store *store)
{
	database_close(&store->database);
	if (store->lock)
		close(store->lock - 1);
	string_list_release(&store->kept);
	string_list_release(&store->replaced);
	string_list_release(&store->told);
	free(store->folder);
	*store = (struct store){ 0 };
}

static int begin(struct store *store, struct err *e)
{
	if (store->begun_ns)
		return 0;
	if (database_begin(&store->database, e))
		return -1;
	store->begun_ns = bd_clock_ns();
	return 0;
}

bool store_due(const struct store *store)
{
	return store->begun_ns && bd_clock_ns() - store->begun_ns > LONGEST_NS;
}

int store_commit(struct store *store, struct err *e)
{
	int rc;

	kept_log_sync(store->folder, &store->kept);
	rc = store->begun_ns ? database_end(&store->database, 0, e) : 0;
	/* Else the database could not be made again as it is. */
	for (size_t i = 0; !rc && i < store->replaced.count; i++)
		kept_log_remove(store->folder, store->replaced.items[i]);
	string_list_release(&store->kept);
	string_list_release(&store->replaced);
	store->begun_ns = 0;
	return rc;
}

/* Why a log is not taken. */
static int check(const struct log *log, const struct store_facts *facts, struct err *e)
{
	if (!log->row_count)
		return bd_err(e, "%s: has no rows that can be used", log->path);
	if (!log->complete && !facts->partial)
		return bd_err(e,
			"%s: is incomplete (no '# end' with the number of its rows); finish "
			"the run "
			"with `bdriver run --resume`, or give --partial",
			log->path);
	return 0;
}

/* The head of a kept log, read as metadata of the log behind it. */
static void take_head(struct log *log, char *head)
{
	char *line, *colon;

	while ((line = strsep(&head, "\n")))
		if (*line && (colon = strstr(line, ": "))) {
			*colon = '\0';
			log_add_meta(log, line + 2, colon + 2);
		}
}

static int insert(struct store *store, struct log *log, const char *content, struct err *e)
{
	AUTO_FREE char *replaced = NULL;
	int result;

	night_fail_impossible(log);
	result = insert_log(&store->database, log, content, &replaced, e);
	if (replaced && result >= 0)
		string_list_add(&store->replaced, replaced);
	return result;
}

/* While a file is added. */
struct adding {
	struct store *store;
	const char *path, *content; /* content: of the file */
	const struct store_facts *facts;
	struct store_added *added;
	struct err *e;
};

/* The first of each kind: what differs are paths, names and numbers. */
static void tell_warnings(struct adding *a, const struct log *log)
{
	struct string_list *told = &a->store->told;

	if (a->facts->quiet)
		return;
	a->store->untold += log->warnings_dropped;
	for (size_t i = 0; i < log->warning_count; i++) {
		const char *text = log->warnings[i].text, *path = strstr(text, log->path);
		AUTO_FREE char *kind = memory_text(path ? path + strlen(log->path) : text);
		size_t before = told->count, size = 0;
		char quoted = 0;

		for (const char *p = kind; *p; p++) {
			quoted = *p == '\'' ? !quoted : quoted;
			if (!quoted && !strchr("0123456789.-", *p))
				kind[size++] = *p;
		}
		kind[size] = '\0';
		string_list_add_once(told, kind);
		if (told->count > before)
			message_warning("%s", text);
		else
			a->store->untold++;
	}
}

/* One log of ours, of that text. Returns an enum insert_result, or as store_add(). */
static int add_log(struct adding *a, struct kept_text *text)
{
	AUTO(log_release) struct log log = { 0 };
	AUTO(log_line_release) struct log_line head = { 0 };
	int result =
		log_read_buffer(&log, a->path, text->text, text->size, LOG_KEEP_EVIDENCE, a->e);

	result = result ? result : check(&log, a->facts, a->e);
	result = result ? result : facts_head(&head, &log, a->facts, a->e);
	if (!result && kept_log_write(a->store->folder, text, head.text, a->e))
		result = STORE_FAILED;
	if (!result) {
		string_list_add(&a->store->kept, text->content);
		take_head(&log, head.text);
		result = insert(a->store, &log, text->content, a->e);
		if (result == INSERT_OLDER)
			kept_log_remove(a->store->folder, text->content);
		result = result < 0 ? STORE_FAILED : result;
	}
	if (result >= 0)
		tell_warnings(a, &log);
	return result;
}

static int count(struct adding *a, int result)
{
	if (result < 0)
		return result;
	a->added->nights++;
	a->added->of[result]++;
	return 0;
}

/* Text of ours for a night of another tool. */
static void convert_night(struct kept_text *text, const struct log *night)
{
	char *own = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&own, &size);

	if (!out)
		memory_fatal("a converted log");
	writer_bdriver.write(night, out);
	if (fclose(out))
		memory_fatal("a converted log");
	kept_text_replace(text, own, size);
}

/* Each of many nights has its own date and commit. */
static int check_many(const struct adding *a)
{
	const struct store_facts *f = a->facts;
	bool by_name = (f->date_from && strcmp(f->date_from, "git") != 0) ||
		       (f->revision_from && strcmp(f->revision_from, "name") == 0);

	return f->date || f->revision || by_name
		       ? bd_err(a->e,
				 "%s: holds many nights with a date and a commit each; leave "
				 "out "
				 "--date, --revision, --date-from name or mtime, and "
				 "--revision-from name",
				 a->path)
		       : 0;
}

/* Is the night of a file of many known? Its parts may have begun in one second: the benchmarks
 * tell them. */
static int is_known(struct adding *a, struct log *night, const char *session)
{
	struct database *database = &a->store->database;
	AUTO_FREE char *part = NULL;
	int known = insert_knows(database, session, a->e);

	if (known < 1 || !night->benchmark_count ||
		(known = insert_has(database, session, &night->benchmarks[0], a->e)))
		return known;
	part = memory_format("%s %s", session, night->benchmarks[0].name);
	log_add_meta(night, "session", part);
	return insert_knows(database, part, a->e);
}

/* A night of another tool: its session is what the file held, or what the reader says. */
static int add_night(void *ctx, struct log *night)
{
	const char *session = log_meta(night, "session");
	AUTO(kept_text_release) struct kept_text text = { 0 };
	struct adding *a = ctx;
	int known;

	if (!session)
		log_add_meta(night, "session", a->content);
	else if (check_many(a))
		return -1;
	known = session ? is_known(a, night, session) : 0;
	if (known)
		return known < 0 ? STORE_FAILED : count(a, INSERT_KNOWN);
	tell_warnings(a, night);
	if (session && !night->row_count)
		return 0; /* of many */
	convert_night(&text, night);
	return count(a, add_log(a, &text));
}

int store_add(struct store *store, const char *path, const struct store_facts *facts,
	struct store_added *added, struct err *e)
{
	AUTO(kept_text_release) struct kept_text text = { 0 };
	struct adding a = { store, path, text.content, facts, added, e };
	int result = kept_text_read(&text, path, e), known;

	*added = (struct store_added){ 0 };
	if (!result && begin(store, e))
		result = STORE_FAILED;
	known = result ? 0 : insert_knows(&store->database, text.content, e);
	if (known)
		result = known < 0 ? STORE_FAILED : count(&a, INSERT_KNOWN);
	else if (!result && log_text_is_own(text.text, text.size))
		result = count(&a, add_log(&a, &text));
	else if (!result)
		result = log_read_nights(path, text.text, text.size,
			&(struct nights_to){ facts->unit, add_night, &a }, e);
	if (!result && !added->nights)
		result = bd_err(e, "%s: no night of it has a time%s", path,
			facts->unit ? "" : "; if its values have no unit, give --unit");
	return result;
}

/* As a log of that name. 1, or -1 with *e set. */
static int read_kept(struct store *store, const char *content, const char *name,
	enum log_keep keep, struct log *log, struct err *e)
{
	AUTO(kept_text_release) struct kept_text text = { 0 };

	return kept_log_read(&text, store->folder, content, e) ||
			       log_read_buffer(log, name, text.text, text.size, keep, e)
		       ? -1
		       : 1;
}

int store_rebuild_log(struct store *store, const char *content, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	AUTO_FREE char *path = kept_log_path(store->folder, content);

	return read_kept(store, content, path, LOG_KEEP_EVIDENCE, &log, e) < 0 ||
			       insert(store, &log, content, e) < 0
		       ? -1
		       : 0;
}

/* All but what was reported, and what has no log. */
static int forget(struct database *database, struct err *e)
{
	static const char *const steps[] = {
		"DELETE FROM checkpoint",
		/* Their points go with them. */
		"DELETE FROM run WHERE NOT pruned",
		"DELETE FROM machine WHERE id NOT IN (SELECT machine FROM run)",
		"DELETE FROM revision WHERE id NOT IN (SELECT revision FROM run WHERE "
		"revision)",
		"DELETE FROM toolchain WHERE id NOT IN"
		" (SELECT toolchain FROM point WHERE toolchain)",
		"DELETE FROM series WHERE id NOT IN"
		" (SELECT series FROM point UNION SELECT series FROM counted)",
		"DELETE FROM benchmark WHERE id NOT IN (SELECT benchmark FROM series)",
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < ARRAY_SIZE(steps); i++)
		rc = database_do(database, e, steps[i], "");
	return rc;
}

static int rebuild(struct store *store, const char *path, const struct string_list *contents,
	struct err *e)
{
	int64_t damaged = 0;
	int rc = database_open(&store->database, path, DATABASE_WRITE, e);

	/* What is deleted from a damaged table may stay, as do points of no run. */
	if (!rc && database_integer(&store->database, &damaged, e,
			   "SELECT integrity_check <> 'ok' OR (SELECT count(*) FROM"
			   " pragma_foreign_key_check) FROM pragma_integrity_check(1)",
			   "") < 0)
		rc = -1;
	if (!rc && damaged) {
		store->database.damaged = true;
		return bd_err(e, "%s: is damaged, and cannot be made anew", path);
	}
	rc = rc ? rc : begin(store, e);
	rc = rc ? rc : forget(&store->database, e);
	for (size_t i = 0; !rc && i < contents->count; i++)
		rc = store_rebuild_log(store, contents->items[i], e);
	rc = rc ? rc : points_pack(&store->database, e);
	return rc ? rc : store_commit(store, e);
}

int store_rebuild(
	struct store *store, const char *folder, bool anew, size_t *count, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" STORE_DATABASE, folder);
	AUTO(string_list_release) struct string_list contents = { 0 };
	int rc;

	*store = (struct store){ .folder = memory_text(folder) };
	if (lock(store, LOCK_EX, e) || kept_log_list(&contents, folder, e) || mark(store, 1, e))
		return -1;
	kept_log_leftovers(folder, true);
	if (anew)
		database_remove(path, true);
	rc = rebuild(store, path, &contents, e);
	if (rc && anew) /* none of it is better than a part */
		database_remove(path, false);
	*count = contents.count;
	return mark(store, 0, e) ? -1 : rc;
}

/* 1; 0: there is none; -1 with *e set. */
static int find_night(struct store *store, const char *word, const char *machine,
	struct log *log, struct err *e)
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
	AUTO_FREE char *content = NULL, *name = NULL;

	if (more <= 0)
		return more;
	if (sqlite3_column_int(row, 1))
		return bd_err(e, "%s: the log of '%s' was given up by an older bdriver",
			store->folder, word);
	content = database_copy(row, 0);
	name = database_copy(row, 2);
	return read_kept(store, content, name, LOG_KEEP_SUMMARIES, log, e);
}

/* The nights nearest to the date, or the last ones; NULL: none. */
static char *nearest_nights(struct store *store, const char *word, const char *machine)
{
	struct err none;
	struct sqlite3_stmt *row = database_query(&store->database, &none,
		"SELECT group_concat(night, ', ') FROM"
		" (SELECT date(r.started, 'unixepoch') AS night"
		" FROM run r JOIN machine m ON m.id = r.machine"
		" WHERE r.role = 'now' AND m.class = coalesce(?2, m.class) GROUP BY night"
		" ORDER BY min(abs(r.started - coalesce(strftime('%s', ?1), 9e9))) LIMIT 3)",
		"tt", word, machine);

	return database_next(&store->database, row, &none) > 0 ? database_copy(row, 0) : NULL;
}

int store_find_log(struct store *store, const char *word, const char *machine,
	const char *repository, struct log *log, struct err *e)
{
	AUTO(revision_release) struct revision revision = { 0 };
	struct err unknown;
	int more = strlen(word) < WORD_MIN ? 0 : find_night(store, word, machine, log, e);

	if (!more && !revision_ask(&revision, repository, word, &unknown))
		more = find_night(store, revision.hash, machine, log, e);
	if (!more) {
		AUTO_FREE char *nights = nearest_nights(store, word, machine);

		more = bd_err(e, "%s: has no night of %s '%s'; the nearest: %s", store->folder,
			revision.hash ? "the commit" : "a commit or a date", word,
			nights ?: "none");
	}
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
	return read_kept(store, content, role, LOG_KEEP_SUMMARIES, log, e);
}
