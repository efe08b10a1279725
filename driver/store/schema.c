/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/schema.h"

/* Version 1: what was measured. docs/HISTORY.md describes the views. */
static const char measured[] =
	"CREATE TABLE machine(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,"
	" class TEXT NOT NULL, host TEXT, cpu_model TEXT, cores TEXT, kernel TEXT,"
	" governor TEXT, turbo TEXT, virtualisation TEXT) STRICT;"
	"CREATE TABLE toolchain(id INTEGER PRIMARY KEY, compiler TEXT NOT NULL,"
	" flags TEXT NOT NULL, UNIQUE(compiler, flags)) STRICT;"
	"CREATE TABLE revision(id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE,"
	" height INTEGER, committed INTEGER, author TEXT, subject TEXT) STRICT;"
	/* session: of several builds measured side by side; else host and start. */
	"CREATE TABLE run(id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE,"
	" session TEXT NOT NULL, build TEXT NOT NULL, role TEXT NOT NULL,"
	" revision INTEGER REFERENCES revision, machine INTEGER NOT NULL REFERENCES machine,"
	" started INTEGER NOT NULL, ended INTEGER, workers INTEGER, version TEXT,"
	" command TEXT, complete INTEGER NOT NULL, rows INTEGER NOT NULL,"
	" launches INTEGER NOT NULL, disturbed INTEGER NOT NULL, UNIQUE(session, build)) "
	"STRICT;"
	"CREATE INDEX run_revision ON run(revision);"
	"CREATE TABLE benchmark(id INTEGER PRIMARY KEY, suite TEXT NOT NULL,"
	" name TEXT NOT NULL, file TEXT, line INTEGER, UNIQUE(suite, name)) STRICT;"
	"CREATE TABLE series(id INTEGER PRIMARY KEY,"
	" benchmark INTEGER NOT NULL REFERENCES benchmark, metric TEXT NOT NULL,"
	" class TEXT NOT NULL, UNIQUE(benchmark, metric, class)) STRICT;"
	/* Times in ns per iteration. level, se, sd_between: driver/store/night.h. */
	"CREATE TABLE point(series INTEGER NOT NULL REFERENCES series,"
	" run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,"
	" launches INTEGER NOT NULL, failed INTEGER NOT NULL, samples INTEGER NOT NULL,"
	" iterations INTEGER, disturbed INTEGER NOT NULL, code TEXT NOT NULL,"
	" definition TEXT NOT NULL, toolchain INTEGER REFERENCES toolchain,"
	" level REAL, se REAL, sd_within REAL, sd_between REAL,"
	" min_ns REAL, median_ns REAL, peak_kib INTEGER, minima BLOB, medians BLOB,"
	" PRIMARY KEY(series, run)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX point_run ON point(run);";

/* Version 2: what the analysis makes of it; written anew with each log and each decision. */
static const char derived[] =
	"CREATE TABLE event(class TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL,"
	" kind TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,"
	" benchmarks INTEGER NOT NULL, decision TEXT, reason TEXT,"
	" PRIMARY KEY(class, name)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE change(class TEXT NOT NULL, event TEXT NOT NULL, suite TEXT NOT NULL,"
	" benchmark TEXT NOT NULL, ratio REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL,"
	" first INTEGER NOT NULL, kind TEXT NOT NULL, last INTEGER NOT NULL) STRICT;";

/* Version 3: runs whose log was given up by `history prune` of older programs. */
static const char pruned[] = "ALTER TABLE run ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;";

/* Version 4: the metrics beside time. Of the memory of older points only the largest is known.
 */
static const char counted[] =
	"CREATE TABLE counted(series INTEGER NOT NULL REFERENCES series,"
	" run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,"
	" launches INTEGER NOT NULL, median REAL, low REAL, high REAL NOT NULL,"
	" PRIMARY KEY(series, run)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX counted_run ON counted(run);"
	"INSERT INTO series(benchmark, metric, class) SELECT benchmark, 'memory', class"
	" FROM series WHERE metric = 'time';"
	"INSERT INTO counted SELECT s.id, p.run, p.launches, NULL, NULL, p.peak_kib"
	" FROM point p JOIN series t ON t.id = p.series JOIN series s"
	" ON s.benchmark = t.benchmark AND s.class = t.class AND s.metric = 'memory'"
	" WHERE p.peak_kib IS NOT NULL;";

/* Version 5: what became of each change of an event. */
static const char fates[] =
	"ALTER TABLE change ADD COLUMN state TEXT; ALTER TABLE change ADD COLUMN decision TEXT;"
	"ALTER TABLE change ADD COLUMN reason TEXT;"
	"UPDATE change SET (state, decision, reason) = (SELECT state, decision, reason"
	" FROM event e WHERE e.class = change.class AND e.name = change.event);";

/* Version 6: events that were reported and are withdrawn: the only thing that no log holds. */
static const char withdrawn[] = "ALTER TABLE event ADD COLUMN withdrawn INTEGER;"
				"ALTER TABLE event ADD COLUMN became TEXT;";

/* Version 7: the host is no part of a machine that has a name. */
static const char hosts[] =
	"CREATE TABLE renamed AS SELECT id, 'history.machine=' || class || substr(fingerprint,"
	" length('history.machine=' || class || '; host=' || coalesce(host, '')) + 1) AS now"
	" FROM machine WHERE fingerprint NOT LIKE 'history.machine=;%';"
	"UPDATE run SET machine = (SELECT min(k.id) FROM renamed m JOIN renamed k USING (now)"
	" WHERE m.id = run.machine) WHERE machine IN (SELECT id FROM renamed);"
	"DELETE FROM machine WHERE id IN (SELECT id FROM renamed)"
	" AND id NOT IN (SELECT min(id) FROM renamed GROUP BY now);"
	"UPDATE machine SET fingerprint = (SELECT now FROM renamed r WHERE r.id = machine.id)"
	" WHERE id IN (SELECT id FROM renamed);"
	"DROP TABLE renamed;";

/* Version 8: launches that took no time have failed: the logarithm of 0 was a level. */
static const char impossible[] =
	"UPDATE point SET level = NULL, se = NULL, sd_within = NULL, sd_between = NULL,"
	" min_ns = NULL, median_ns = NULL, failed = failed + launches, launches = 0,"
	" minima = NULL, medians = NULL WHERE level < -1e300;";

/* Version 9: see driver/store/points.h. */
static const char packed[] = "ALTER TABLE run ADD COLUMN packed BLOB;";

/* Version 10: see driver/store/derived.c. */
static const char checkpoint[] =
	"CREATE TABLE checkpoint(class TEXT PRIMARY KEY, made BLOB NOT NULL) STRICT;";

/* Version 11: a night stands in pages of its own, without what nobody reads. */
static const char by_night[] =
	"DROP VIEW IF EXISTS v_level; DROP VIEW IF EXISTS v_counted;"
	"ALTER TABLE point RENAME TO old_point; ALTER TABLE counted RENAME TO old_counted;"
	/* Times in ns per iteration. level, se: driver/store/night.h. */
	"CREATE TABLE point(run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,"
	" series INTEGER NOT NULL REFERENCES series, launches INTEGER NOT NULL,"
	" failed INTEGER NOT NULL, disturbed INTEGER NOT NULL, code TEXT NOT NULL,"
	" definition TEXT NOT NULL, toolchain INTEGER REFERENCES toolchain,"
	" level REAL, se REAL, min_ns REAL, median_ns REAL,"
	" PRIMARY KEY(run, series)) STRICT, WITHOUT ROWID;"
	"INSERT INTO point SELECT run, series, launches, failed, disturbed, code, definition,"
	" toolchain, level, se, min_ns, median_ns FROM old_point ORDER BY run, series;"
	"CREATE TABLE counted(run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,"
	" series INTEGER NOT NULL REFERENCES series, launches INTEGER NOT NULL, median REAL,"
	" low REAL, high REAL NOT NULL, PRIMARY KEY(run, series)) STRICT, WITHOUT ROWID;"
	"INSERT INTO counted SELECT run, series, launches, median, low, high FROM old_counted"
	" ORDER BY run, series;"
	"DROP TABLE old_point; DROP TABLE old_counted;";

const char *const schema_steps[SCHEMA_VERSION] = { measured, derived, pruned, counted, fates,
	withdrawn, hosts, impossible, packed, checkpoint, by_night };

const char schema_views[] =
	"DROP VIEW IF EXISTS v_level;"
	"CREATE VIEW v_level AS SELECT b.suite, b.name AS benchmark, s.metric,"
	" s.class AS machine,"
	" datetime(r.started, 'unixepoch') AS night, v.hash AS revision, v.height,"
	" exp(p.level) AS ns, p.se AS relative_error, p.launches, p.failed, p.disturbed,"
	" p.min_ns, p.median_ns, CAST(k.high AS INTEGER) AS peak_kib, p.code, p.definition,"
	" t.compiler, t.flags, m.kernel, m.cpu_model, r.role, r.content AS log, r.id AS run"
	" FROM point p JOIN run r ON r.id = p.run JOIN series s ON s.id = p.series"
	" JOIN benchmark b ON b.id = s.benchmark JOIN machine m ON m.id = r.machine"
	" LEFT JOIN revision v ON v.id = r.revision LEFT JOIN toolchain t ON t.id = p.toolchain"
	" LEFT JOIN series c ON c.benchmark = b.id AND c.metric = 'memory' AND c.class ="
	" s.class LEFT JOIN counted k ON k.run = r.id AND k.series = c.id WHERE p.level IS NOT "
	"NULL;"
	"DROP VIEW IF EXISTS v_counted;"
	"CREATE VIEW v_counted AS SELECT b.suite, b.name AS benchmark, s.metric,"
	" s.class AS machine,"
	" datetime(r.started, 'unixepoch') AS night, v.hash AS revision, v.height,"
	" c.median, c.low, c.high, c.launches, r.role, r.content AS log, r.id AS run"
	" FROM counted c JOIN run r ON r.id = c.run JOIN series s ON s.id = c.series"
	" JOIN benchmark b ON b.id = s.benchmark LEFT JOIN revision v ON v.id = r.revision;"
	"DROP VIEW IF EXISTS v_event;"
	"CREATE VIEW v_event AS SELECT name AS event, class AS machine, state, kind AS changed,"
	" datetime(first, 'unixepoch') AS first_night, datetime(last, 'unixepoch')"
	" AS last_night, benchmarks, decision, reason,"
	" datetime(withdrawn, 'unixepoch') AS withdrawn, became FROM event;"
	"DROP VIEW IF EXISTS v_change;"
	"CREATE VIEW v_change AS SELECT event, class AS machine, suite, benchmark, kind AS"
	" changed, ratio, low, high, datetime(first, 'unixepoch') AS first_night,"
	" datetime(last, 'unixepoch') AS last_night, state, decision, reason FROM change;";
