/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/insert.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/metric.h"
#include "driver/store/night.h"
#include "driver/store/points.h"

/* While one log is stored. */
struct insertion {
	struct database *database;
	const struct log *log;
	const char *content;
	struct night night;
	int64_t run;
	const char *class; /* which machines count as one line */
	struct err *e;
};

static const char *meta(const struct insertion *in, const char *key)
{
	const char *value = log_meta(in->log, key);

	return value && *value ? value : NULL;
}

/* These set *id to that of the row, made if there is none; -1 with *e set. */

/* Of a machine that has a name, the host may change each night, as that of a container. */
static int put_machine(struct insertion *in, int64_t *id)
{
	static const char *const keys[] = { "history.machine", "host", "cpu_model", "cores",
		"kernel", "governor", "turbo", "virtualisation" };
	bool named = meta(in, "history.machine");
	struct string_list facts = { 0 };
	AUTO_FREE char *fingerprint = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!named || strcmp(keys[i], "host") != 0)
			string_list_addf(&facts, "%s=%s", keys[i], meta(in, keys[i]) ?: "");
	fingerprint = string_list_finish(&facts, "; ");
	return database_integer(in->database, id, in->e,
		"INSERT INTO machine(fingerprint, class, host, cpu_model, cores, kernel, "
		"governor, turbo, virtualisation) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET class = class RETURNING id",
		"ttttttttt", fingerprint, in->class, meta(in, "host"), meta(in, "cpu_model"),
		meta(in, "cores"), meta(in, "kernel"), meta(in, "governor"), meta(in, "turbo"),
		meta(in, "virtualisation"));
}

/* What `history add` was given of the commit; else what the run wrote of it. */
static const char *revision_meta(
	const struct insertion *in, const char *given, const char *written)
{
	return meta(in, meta(in, "history.revision") ? given : written);
}

/* *id: 0 where no revision is known. */
static int put_revision(struct insertion *in, int64_t *id)
{
	const char *hash = revision_meta(in, "history.revision", "revision");

	*id = 0;
	if (!hash)
		return 0;
	return database_integer(in->database, id, in->e,
		"INSERT INTO revision(hash, height, committed, author, subject)"
		" VALUES(?, CAST(? AS INTEGER), CAST(? AS INTEGER), ?, ?)"
		" ON CONFLICT DO UPDATE SET height = coalesce(excluded.height, height)"
		" RETURNING id",
		"ttttt", hash, revision_meta(in, "history.height", "revision.height"),
		revision_meta(in, "history.committed", "revision.committed"),
		revision_meta(in, "history.author", "revision.author"),
		revision_meta(in, "history.subject", "revision.subject"));
}

static int put_toolchain(struct insertion *in, const char *suite, int64_t *id)
{
	const char *compiler = log_suite_meta(in->log, suite, "compiler");
	const char *flags = log_suite_meta(in->log, suite, "flags");

	*id = 0;
	if (!compiler)
		return 0;
	return database_integer(in->database, id, in->e,
		"INSERT INTO toolchain(compiler, flags) VALUES(?, ?)"
		" ON CONFLICT DO UPDATE SET flags = flags RETURNING id",
		"tt", compiler, flags ? flags : "");
}

static int put_benchmark(struct insertion *in, const struct night_point *point, int64_t *id)
{
	return database_integer(in->database, id, in->e,
		"INSERT INTO benchmark(suite, name, file, line) VALUES(?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET file = excluded.file, line = excluded.line"
		" RETURNING id",
		"ttti", point->suite, point->name, point->file, (int64_t)point->line);
}

static int put_series(struct insertion *in, int64_t benchmark, const char *metric, int64_t *id)
{
	return database_integer(in->database, id, in->e,
		"INSERT INTO series(benchmark, metric, class) VALUES(?, ?, ?)"
		" ON CONFLICT DO UPDATE SET class = class RETURNING id",
		"itt", benchmark, metric, in->class);
}

static int put_count(struct insertion *in, int64_t benchmark, const struct night_count *count)
{
	int64_t series = 0;

	if (put_series(in, benchmark, count->metric, &series) < 0)
		return -1;
	return database_do(in->database, in->e, "INSERT INTO counted VALUES(?, ?, ?, ?, ?, ?)",
		"iiiddd", in->run, series, (int64_t)count->launches, count->median, count->low,
		count->high);
}

static int put_point(struct insertion *in, const struct night_point *p)
{
	int64_t benchmark = 0, series = 0, toolchain = 0;

	if (put_benchmark(in, p, &benchmark) < 0 ||
		put_series(in, benchmark, metrics[METRIC_TIME].key, &series) < 0 ||
		put_toolchain(in, p->suite, &toolchain) < 0)
		return -1;
	for (size_t i = 0; i < p->count_count; i++)
		if (put_count(in, benchmark, &p->counts[i]))
			return -1;
	return database_do(in->database, in->e,
		"INSERT INTO point VALUES(?, ?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?)",
		"iiiiittidddd", in->run, series, (int64_t)p->launches, (int64_t)p->failed,
		(int64_t)p->disturbed, p->code, p->definition, toolchain, p->level, p->se,
		p->min_ns, p->median_ns);
}

/* The sizes of the executables: of benchmarks without a name. */
static int put_executables(struct insertion *in)
{
	AUTO(string_list_release) struct string_list suites = { 0 };
	int rc = 0;

	for (size_t i = 0; i < in->night.count; i++)
		string_list_add_once(&suites, in->night.points[i].suite);
	for (size_t i = 0; !rc && i < suites.count; i++) {
		const char *suite = suites.items[i];
		double bytes = log_loaded_bytes(in->log, suite);
		struct night_point executable = { .suite = suite, .name = "", .file = "" };
		struct night_count count = { (char *)metrics[METRIC_SIZE].key, 1, bytes, bytes,
			bytes };
		int64_t id = 0;

		if (!isnan(bytes))
			rc = put_benchmark(in, &executable, &id) < 0 ||
					     put_count(in, id, &count)
				     ? -1
				     : 0;
	}
	return rc;
}

static int put_run(struct insertion *in, const char *session, const char *build)
{
	int64_t machine = 0, revision = 0;

	if (put_machine(in, &machine) < 0 || put_revision(in, &revision) < 0 ||
		database_do(in->database, in->e,
			"INSERT INTO run(content, session, build, role, revision, machine, "
			"started, ended, workers, version, command, complete, rows, launches, "
			"disturbed) VALUES(?, ?, ?, ?, nullif(?, 0), ?, ?, nullif(?, -1), "
			"nullif(?, -1), ?, ?, ?, ?, ?, ?)",
			"ttttiiiiittiiii", in->content, session, build, night_role(build),
			revision, machine, night_started(in->log), iso_time(meta(in, "ended")),
			(int64_t)strtoll(meta(in, "workers") ?: "-1", NULL, 10),
			meta(in, "version"), meta(in, "command"), (int64_t)in->log->complete,
			(int64_t)in->log->row_count, (int64_t)in->night.launches,
			(int64_t)in->night.disturbed))
		return -1;
	in->run = sqlite3_last_insert_rowid(in->database->db);
	if (database_do(in->database, in->e, "DELETE FROM checkpoint", ""))
		return -1;
	for (size_t i = 0; i < in->night.count; i++)
		if (put_point(in, &in->night.points[i]))
			return -1;
	return put_executables(in) ? -1 : points_pack(in->database, in->e);
}

/* Removes the log of the same run and build that has less in it. */
static int make_room(
	struct insertion *in, const char *session, const char *build, char **replaced)
{
	struct sqlite3_stmt *row = database_query(in->database, in->e,
		"SELECT id, content, (complete, rows, content) > (?, ?, ?) FROM run"
		" WHERE session = ? AND build = ?",
		"iittt", (int64_t)in->log->complete, (int64_t)in->log->row_count, in->content,
		session, build);
	int more = database_next(in->database, row, in->e);
	int64_t old;

	if (more <= 0)
		return more < 0 ? -1 : INSERT_NEW;
	if (sqlite3_column_int(row, 2))
		return INSERT_OLDER;
	old = sqlite3_column_int64(row, 0);
	*replaced = memory_text(database_text(row, 1));
	sqlite3_reset(row);
	/* Its points go with it: foreign_keys is on. */
	return database_do(in->database, in->e, "DELETE FROM run WHERE id = ?", "i", old)
		       ? -1
		       : INSERT_REPLACED;
}

int insert_knows(struct database *database, const char *content, struct err *e)
{
	int64_t id;

	return database_integer(database, &id, e,
		"SELECT id FROM run WHERE content = ? OR session = ?", "tt", content, content);
}

int insert_has(struct database *database, const char *content,
	const struct log_benchmark *benchmark, struct err *e)
{
	int64_t series;

	return database_integer(database, &series, e,
		"SELECT s.id FROM benchmark b JOIN series s ON s.benchmark = b.id"
		" JOIN run r ON r.content = ?1 OR r.session = ?1"
		" JOIN point p ON p.series = s.id AND p.run = r.id"
		" WHERE b.suite = ?2 AND b.name = ?3",
		"ttt", content, benchmark->suite, benchmark->name);
}

static int store(struct insertion *in, const char *session, char **replaced)
{
	const char *build = in->log->benchmark_count ? in->log->benchmarks[0].build : "";
	int result, known = insert_knows(in->database, in->content, in->e);

	if (known)
		return known < 0 ? -1 : INSERT_KNOWN;
	result = make_room(in, session, build, replaced);
	if (result == INSERT_NEW || result == INSERT_REPLACED)
		return put_run(in, session, build) ? -1 : result;
	return result;
}

int insert_log(struct database *database, const struct log *log, const char *content,
	char **replaced, struct err *e)
{
	struct insertion in = { .database = database, .log = log, .content = content, .e = e };
	AUTO_FREE char *session = night_session(log);
	int result;

	*replaced = NULL;
	if (!session)
		return bd_err(e, "%s: does not say when it was measured", log->path);
	in.class = meta(&in, "history.machine") ?: meta(&in, "host") ?: "unknown";
	night_make(&in.night, log);
	result = database_begin_part(database, e);
	if (!result) {
		result = store(&in, session, replaced);
		if (database_end_part(database, result < 0 ? -1 : 0, e))
			result = -1;
	}
	night_release(&in.night);
	return result;
}
