/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/convert.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/store/kept_log.h"
#include "driver/store/night.h"
#include "harness/base/clock.h"

#define LOCK "history.lock"
/* Others wait so long for the end of a transaction, and for the log that ends it. */
#define LONGEST_NS 2000000000

/* A rebuild excludes all writers, which SQLite's own locks cannot: it replaces the file. */
static int lock(struct store *store, int how, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" LOCK, store->folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), rc = 0;

	if (fd < 0 || flock(fd, how))
		rc = bd_err(e, "%s: cannot be locked: %s", path, strerror(errno));
	store->lock = fd + 1;
	return rc;
}

/* An empty history in the place of a lost one would look like the first night. */
static int check_not_lost(const struct store *store, const char *path, struct err *e)
{
	char *logs = memory_format("%s/logs", store->folder);
	bool lost = access(path, F_OK) && !access(logs, F_OK);

	free(logs);
	return lost ? bd_err(e,
			      "%s: is missing, but there are kept logs; make it again with "
			      "`bdriver history rebuild`",
			      path)
		    : 0;
}

/* What SQLite keeps beside a database. */
static void remove_beside(const char *path)
{
	static const char *const endings[] = { "-wal", "-shm" };

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		AUTO_FREE char *file = memory_format("%s%s", path, endings[i]);

		unlink(file);
	}
}

static void remove_database(const char *path)
{
	remove_beside(path);
	unlink(path);
}

static char *fresh_path(const char *folder)
{
	return memory_format("%s/" STORE_DATABASE ".new", folder);
}

/* A rebuild that still runs would hold the lock. */
static void remove_leftovers(const char *folder)
{
	AUTO_FREE char *fresh = fresh_path(folder);

	kept_log_leftovers(folder, true);
	remove_database(fresh);
}

size_t store_leftovers(const char *folder)
{
	AUTO_FREE char *fresh = fresh_path(folder);
	AUTO_FREE char *lock = memory_format("%s/" LOCK, folder);
	int fd = open(lock, O_RDWR | O_CLOEXEC);
	/* A rebuild that runs still writes to it. */
	bool left = !access(fresh, F_OK) && (fd < 0 || !flock(fd, LOCK_SH | LOCK_NB));
	size_t count = kept_log_leftovers(folder, false) + left;

	if (fd >= 0)
		close(fd);
	return count;
}

int store_open(struct store *store, const char *folder, enum database_mode mode, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" STORE_DATABASE, folder);
	int rc = 0;

	*store = (struct store){ .folder = memory_text(folder) };
	if (mode == DATABASE_WRITE)
		rc = path_make_folder(folder, 0777, e);
	if (!rc && mode == DATABASE_WRITE)
		rc = lock(store, LOCK_SH, e) || check_not_lost(store, path, e) ? -1 : 0;
	if (!rc && mode == DATABASE_WRITE)
		remove_leftovers(folder);
	rc = rc ? rc : database_open(&store->database, path, mode, e);
	return rc;
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
	convert_log(night, out);
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
		result = log_read_nights(path, text.text, text.size, facts->unit,
			LOG_KEEP_SAMPLES, add_night, &a, e);
	if (!result && !added->nights)
		result = bd_err(e, "%s: no night of it has a time%s", path,
			facts->unit ? "" : "; if its values have no unit, give --unit");
	return result;
}

int store_rebuild_log(struct store *store, const char *content, struct err *e)
{
	AUTO(kept_text_release) struct kept_text text = { 0 };
	AUTO(log_release) struct log log = { 0 };
	AUTO_FREE char *path = kept_log_path(store->folder, content);
	int result = kept_log_read(&text, store->folder, content, e);

	if (!result)
		result =
			log_read_buffer(&log, path, text.text, text.size, LOG_KEEP_EVIDENCE, e);
	if (!result)
		result = insert(store, &log, content, e);
	return result < 0 ? -1 : 0;
}

/* The name of the database always stands for one; what was not yet in it is in the logs. */
static int put_in_place(const char *fresh, const char *path, struct err *e)
{
	remove_beside(path);
	if (rename(fresh, path))
		return bd_err(
			e, "%s: cannot be renamed to %s: %s", fresh, path, strerror(errno));
	return 0;
}

/* What was reported before; an old database that cannot be read has none. */
static void copy_reported(struct database *fresh, int64_t version)
{
	struct err unread;

	if (version >= 6 &&
		!database_do(fresh, &unread, "INSERT INTO event SELECT * FROM old.event", ""))
		(void)database_do(
			fresh, &unread, "INSERT INTO change SELECT * FROM old.change", "");
}

int store_copy_pruned(struct database *fresh, const char *old, struct err *e)
{
	static const char *const steps[] = {
		"INSERT INTO machine SELECT * FROM old.machine",
		"INSERT INTO toolchain SELECT * FROM old.toolchain",
		"INSERT INTO revision SELECT * FROM old.revision",
		"INSERT INTO benchmark SELECT * FROM old.benchmark",
		"INSERT INTO series SELECT * FROM old.series",
		"INSERT INTO run SELECT * FROM old.run WHERE pruned",
		"INSERT INTO point SELECT * FROM old.point WHERE run IN (SELECT id FROM run)",
		/* Since version 4. */
		"INSERT INTO counted SELECT c.* FROM old.counted c JOIN run r ON r.id = c.run",
	};
	size_t step_count = ARRAY_SIZE(steps);
	int64_t version = 0, count = 0;
	struct err unread;
	int rc;

	if (access(old, F_OK) || database_do(fresh, &unread, "ATTACH ? AS old", "t", old))
		return 0;
	(void)database_integer(fresh, &version, &unread, "PRAGMA old.user_version", "");
	copy_reported(fresh, version);
	if (version < 3 ||
		database_integer(fresh, &count, &unread,
			"SELECT count(*) FROM old.run WHERE pruned", "") < 0 ||
		!count)
		return database_do(fresh, e, "DETACH old", "");
	rc = database_begin(fresh, e);
	for (size_t i = 0; !rc && i < (version < 4 ? step_count - 1 : step_count); i++)
		rc = database_do(fresh, e, steps[i], "");
	if (database_end(fresh, rc, e))
		return -1;
	return database_do(fresh, e, "DETACH old", "");
}

int store_rebuild(const char *folder, size_t *count, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" STORE_DATABASE, folder);
	AUTO_FREE char *fresh = fresh_path(folder);
	struct store store = { .folder = memory_text(folder) };
	AUTO(string_list_release) struct string_list contents = { 0 };
	bool locked = !lock(&store, LOCK_EX, e);
	int rc = locked && !kept_log_list(&contents, folder, e) ? 0 : -1;

	if (!rc)
		remove_leftovers(folder);
	rc = rc ? rc : database_open(&store.database, fresh, DATABASE_WRITE, e);
	rc = rc ? rc : store_copy_pruned(&store.database, path, e);
	rc = rc ? rc : begin(&store, e);
	for (size_t i = 0; !rc && i < contents.count; i++)
		rc = store_rebuild_log(&store, contents.items[i], e);
	rc = rc ? rc : store_commit(&store, e);
	*count = contents.count;
	database_close(&store.database);
	rc = rc ? rc : put_in_place(fresh, path, e);
	if (rc && locked)
		remove_database(fresh);
	store_close(&store);
	return rc;
}
