/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/escape.h"
#include "compare/base/gzip.h"
#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/json.h"
#include "driver/base/command_line.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/code/elf_image.h"
#include "driver/code/placement.h"
#include "driver/request/builds.h"
#include "driver/run/groups.h"
#include "driver/run/log.h"
#include "driver/run/log_revision.h"
#include "driver/run/part.h"
#include "driver/run/repeats.h"
#include "driver/run/run.h"
#include "driver/suite/code.h"
#include "driver/suite/suite.h"
#include "harness/base/hash.h"

static void add(json_t *tags, const char *tag, const char *benchmark)
{
	json_t *names = json_object_get(tags, tag);

	if (!names) {
		names = json_array();
		json_put(tags, tag, names);
	}
	json_append(names, json_text(benchmark));
}

/* The tags of the selected benchmarks, for the metadata suite.NAME.tags: JSON on one line,
 * {"tag": ["benchmark", ...]}. NULL without tags; the caller frees it. */
static char *tag_metadata(const struct suite *suite)
{
	json_auto_t *tags = json_object();

	for (size_t i = 0; i < suite->benchmark_count; i++) {
		const struct suite_benchmark *one = &suite->benchmarks[i];

		for (size_t k = 0; one->selected && k < one->tags.count; k++) {
			const char *tag = one->tags.items[k];

			if (text_is_utf8(tag, strlen(tag)))
				add(tags, tag, one->name);
		}
	}
	return json_object_size(tags) ? json_dumps(tags, JSON_COMPACT | JSON_ENSURE_ASCII)
				      : NULL;
}

struct meta {
	struct log_writer *writer;
	struct err *e;
	int rc;
};

static void put_text(const char *key, const char *value, void *ctx)
{
	struct meta *m = ctx;

	if (!m->rc)
		m->rc = log_writer_meta(m->writer, key, value, m->e);
}

static void put_number(struct meta *m, const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	put_text(key, text, m);
}

static void put_time(struct meta *m, const char *key)
{
	char text[ISO_TEXT_SIZE];

	iso_text(text, time(NULL));
	put_text(key, text, m);
}

/* For people: `command`; for --resume, without doubt about blanks and quotes: `arguments`. */
static void put_command(struct meta *m)
{
	AUTO_FREE char *text = command_line_text(), *json = command_line_json();

	if (*text)
		put_text("command", text, m);
	if (json)
		put_text("arguments", json, m);
}

/* What the suite says of its build, its flags first: the doctor reads it. */
static char *flags_of(const struct suite *s)
{
	return memory_format("%s%s%s%s", s->flags,
		s->optimized == 0                 ? " unoptimized"
		: s->optimized == 1 && !*s->flags ? "optimized"
						  : "",
		s->assertions == 1 ? " assertions" : "", s->sanitized == 1 ? " sanitized" : "");
}

/* "12 of 80: first, second, third": of the functions that benchmarks execute, those that an
 * edit elsewhere moves within their cache lines. NULL if that is not known. */
static char *placement_of(const struct suite *s)
{
	AUTO(placement_release) struct placement placement = { 0 };
	struct err e;

	return placement_read(&placement, s->path, &e) ? NULL : placement_text(&placement);
}

static void put_suite(struct meta *m, const struct suite *s, const char *key, const char *value)
{
	AUTO_FREE char *name = memory_format("suite.%s.%s", s->name, key);

	if (value && *value)
		put_text(name, value, m);
}

static void put_loaded_bytes(struct meta *m, const struct suite *s)
{
	uint64_t bytes = image_loaded_bytes(s->path);
	AUTO_FREE char *text = bytes ? memory_format("%" PRIu64, bytes) : NULL;

	put_suite(m, s, LOG_LOADED_BYTES, text);
}

static void put_placement(struct meta *m, const struct suite *s)
{
	bool aligned = s->object_alignment >= PLACEMENT_LINE;
	AUTO_FREE char *text =
		aligned ? memory_format("%ld", s->object_alignment) : placement_of(s);
	struct string_list libraries = { 0 };
	AUTO_FREE char *all = NULL;

	put_suite(m, s, aligned ? "alignment" : "placement", text);
	placement_read_libraries(&libraries, s->path, s->settings->env.items);
	all = string_list_finish(&libraries, "; ");
	put_suite(m, s, "library_placement", all);
}

/* Of a suite that has no build id: the hash of its file; NULL where it cannot be read. */
static char *hash_of(const char *path)
{
	size_t size = 0;
	AUTO_FREE char *text = file_text(path, &size);

	return text ? memory_format("%016" PRIx64, bd_fnv1a(text, size, 0)) : NULL;
}

int run_log_check_owner(const char *path, const char *advice, struct err *e)
{
	struct stat info;

	if (stat(path, &info))
		return bd_err(e, "%s: %s", path, strerror(errno));
	if (info.st_uid != geteuid())
		return bd_err(e, "%s belongs to user %u, not to you; %s", path,
			(unsigned)info.st_uid, advice);
	return info.st_mode & S_IWOTH
		       ? bd_err(e, "%s is a file that others may write; %s", path, advice)
		       : 0;
}

bool run_log_was_rebuilt(const struct log *log, const struct suite *suite)
{
	const char *id = log_suite_meta(log, suite->name, "build_id");
	const char *hash = log_suite_meta(log, suite->name, "hash");
	AUTO_FREE char *now = !id && hash ? hash_of(suite->path) : NULL;

	return id ? strcmp(id, suite->build_id) != 0 : now && strcmp(hash, now) != 0;
}

/* Says of a suite that it was left out, and why. */
#define UNANSWERED "unanswered"

static void put_suites(struct meta *m, const struct run *run, const struct suites *suites)
{
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *s = &suites->items[i];
		/* The program of a command is not all that may differ. */
		const char *id = s->adapter->program ? "" : s->build_id;
		AUTO_FREE char *flags = flags_of(s),
			       *hash = *id || s->adapter->program ? NULL : hash_of(s->path),
			       *tags = tag_metadata(s),
			       *group = groups_text(&run->subjects, s->name);
		char settings[FILE_HASH_SIZE];

		put_suite(m, s, "path", s->path);
		if (s->adapter != &adapter_bdriver)
			put_suite(m, s, "adapter", s->adapter->name);
		put_suite(m, s, "build_id", id);
		put_suite(m, s, "hash", hash);
		put_loaded_bytes(m, s);
		put_suite(m, s, "compiler", s->compiler);
		put_suite(m, s, "flags", flags);
		put_suite(m, s, "tags", tags);
		put_suite(m, s, "group", group);
		suite_settings_hash(s, settings);
		put_suite(m, s, "settings", settings);
		if (!s->adapter->program)
			put_placement(m, s);
	}
	for (size_t i = 0; i < suites->broken.count; i++) {
		AUTO_FREE char *key =
			memory_format("suite.%s." UNANSWERED, suites->broken.items[i]);

		put_text(key, suites->broken_why.items[i], m);
	}
}

/* Where everything runs: "CPU:core:node" of each worker, and the driver. */
static void put_places(struct meta *m, const struct run_cpus *cpus)
{
	unsigned workers = cpus->workers;
	AUTO(string_list_release) struct string_list places = { 0 };
	AUTO_FREE char *all = NULL;

	for (unsigned i = 0; i < workers; i++) {
		const struct topology_cpu *cpu =
			&cpus->topology.cpus[i % cpus->topology.cpu_count];

		string_list_addf(&places, "%d:%d:%d", cpu->cpu, cpu->core, cpu->numa);
	}
	all = string_list_join(&places, " ");
	put_text("worker_cpus", all, m);
	put_number(m, "driver_cpu", topology_driver_cpu(&cpus->topology, workers));
}

static void put_settings(struct meta *m, const struct run *run)
{
	const struct run_settings *s = &run->settings;
	AUTO_FREE char *folder = getcwd(NULL, 0);

	put_number(m, "workers", run->cpus.workers);
	put_places(m, &run->cpus);
	if (run->cpus.lock.ignored)
		put_number(m, "locks_ignored", run->cpus.lock.ignored);
	put_text("profile", s->profile, m);
	put_number(m, "seed", (int64_t)s->seed);
	put_number(m, "rounds", s->rounds);
	put_number(m, "launch_time_ns", s->launch_time_ns);
	if (run->process_start_ns > 0)
		put_number(m, "process_start_ns", (int64_t)run->process_start_ns);
	put_text("version", BD_VERSION, m);
	put_text("config_hash", run->config.hash ? run->config.hash : CONFIG_NONE, m);
	put_command(m);
	if (folder)
		put_text("directory", folder, m);
}

int run_log_check_suites(const struct build *build, const struct log *log, struct err *e)
{
	const struct suites *suites = &build->suites;

	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];

		if (run_log_was_rebuilt(log, suite))
			return bd_err(e,
				"suite %s was rebuilt after %s was interrupted, so its rows "
				"would not belong together; begin anew with --force",
				suite->name, build->part);
		if (log_suite_meta(log, suite->name, UNANSWERED))
			return bd_err(e,
				"suite %s did not answer when %s was begun, and is no part of "
				"its plan; begin anew with --force to measure it",
				suite->name, build->part);
	}
	for (size_t i = 0; i < suites->broken.count; i++)
		if (!log_suite_meta(log, suites->broken.items[i], UNANSWERED))
			return bd_err(e, "%s; it answered when %s was begun",
				suites->broken_why.items[i], build->part);
	return 0;
}

static int in_use(const char *part, struct err *e)
{
	return bd_err(e,
		"%s is being written by another bdriver; wait for it, or name another log with "
		"-o",
		part);
}

int run_log_refuse(const struct build *build, const char *resume, struct err *e)
{
	struct stat info;
	AUTO_FREE char *word = NULL;

	if (!lstat(build->log, &info))
		return bd_err(e, "%s exists already; give --force to replace it", build->log);
	if (log_writer_in_use(build->part))
		return in_use(build->part, e);
	if (lstat(build->part, &info) || log_writer_unbegun(build->part))
		return 0;
	if (!resume)
		return bd_err(e, "%s exists already; give --force to replace it", build->part);
	word = terminal_word(resume);
	return bd_err(e,
		"%s is there, of a run that was interrupted; go on with it with `bdriver run "
		"--resume %s`, or give --force to begin anew",
		build->part, word);
}

/* As slot_times_cpu() decides it. */
static bool may_time_cpu(const struct subject *s)
{
	const struct adapter *adapter = s->builds[0].path ? s->builds[0].adapter : NULL;

	return adapter && adapter->times_cpu && !s->group &&
	       adapter->times_cpu(s->name, s->settings);
}

const char *pair_without_turns(
	const struct subjects *subjects, size_t *i, const char **interleave)
{
	for (; *i < subjects->count; ++*i) {
		const struct subject *s = &subjects->items[*i];

		if (!s->builds[0].path || !s->builds[1].path ||
			(s->builds[0].turns && s->builds[1].turns))
			continue;
		*interleave = "no";
		for (; *i < subjects->count && !strcmp(subjects->items[*i].suite, s->suite);
			++*i)
			if (may_time_cpu(&subjects->items[*i]))
				*interleave = LOG_CPU_TIME;
		return s->suite;
	}
	return NULL;
}

static int put_interleave(const struct run *run, struct log_writer *writer, struct err *e)
{
	const char *suite, *interleave;
	size_t i = 0;
	int rc;

	rc = log_writer_meta(
		writer, "interleave", run->settings.turns.short_turns ? "short" : "long", e);
	while (!rc && (suite = pair_without_turns(&run->subjects, &i, &interleave))) {
		AUTO_FREE char *key = memory_format("interleave.%s", suite);

		rc = log_writer_meta(writer, key, interleave, e);
	}
	return rc;
}

/* Also of those that are not measured: a run that is resumed tries none again. */
static int put_not_executed(
	const struct string_list *keys, struct log_writer *writer, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < keys->count && !rc; i++)
		rc = log_writer_meta(writer, keys->items[i], "yes", e);
	return rc;
}

static int put_left_out(
	const struct changed_counts *c, struct log_writer *writer, struct err *e)
{
	AUTO_FREE char *count = memory_format("%zu", c->same - c->controls);

	if (!c->changed || c->same == c->controls)
		return 0;
	return log_writer_meta(writer, LOG_LEFT_OUT, count, e);
}

static int put_pair(const struct run *run, struct build *build, struct err *e)
{
	if (log_writer_meta(&build->writer, "layout",
		    run->settings.turns.same_layout ? "same" : "random", e) ||
		put_not_executed(&run->changed.not_executed, &build->writer, e) ||
		put_left_out(&run->changed, &build->writer, e))
		return -1;
	return run->settings.turns.interleave ? put_interleave(run, &build->writer, e) : 0;
}

int run_log_create(struct run *run, struct build *build, struct err *e)
{
	struct meta m = { .writer = &build->writer, .e = e };

	if (log_writer_in_use(build->part))
		return in_use(build->part, e);
	if (run->settings.log.force || log_writer_unbegun(build->part))
		unlink(build->part);
	if (log_writer_create(&build->writer, build->part, e))
		return log_writer_in_use(build->part) ? in_use(build->part, e) : -1;
	put_text("session", run->logs.session, &m);
	if (*build->name)
		put_text("build", build->name, &m);
	put_time(&m, "started");
	machine_each(&run->machine, put_text, &m);
	put_settings(&m, run);
	put_suites(&m, run, &build->suites);
	if (!m.rc)
		m.rc = log_revision_put(run, build, e);
	if (!m.rc && run->policy)
		m.rc = run_repeats_options(run->policy, &build->writer, e);
	if (!m.rc && run->builds.count > 1)
		m.rc = put_pair(run, build, e);
	if (!m.rc)
		m.rc = run_part_head(&run->shard, run->node, &build->writer, e);
	if (!m.rc && run->kind->metadata)
		m.rc = run->kind->metadata(run, build, e);
	return m.rc ? m.rc : log_writer_header(&build->writer, e);
}

/* So that nobody takes it for one that the build lacks. */
static void put_not_measured(struct meta *m, const struct run *run, size_t build)
{
	for (size_t i = build; i < run->summary.count; i += run->builds.count) {
		const struct subject *s = &run->subjects.items[i / run->builds.count];
		AUTO_FREE char *key = NULL;

		if (!run_is_unmeasured(run, i))
			continue;
		key = log_fact_key(LOG_NOT_MEASURED, s->suite, s->name);
		put_text(key, "yes", m);
	}
}

int run_log_end(const struct run *run, struct build *build, struct err *e)
{
	struct meta m = { .writer = &build->writer, .e = e };

	if (!build->writer.open)
		return 0;
	if (run->policy && run_repeats_findings(run->policy, &build->writer, e))
		return -1;
	put_not_measured(&m, run, (size_t)(build - run->builds.items));
	put_time(&m, "ended");
	if (!m.rc)
		m.rc = run_part_end(&run->shard, &build->writer, e);
	return m.rc ? m.rc : log_writer_end(&build->writer, e);
}

int run_log_rename(bool replaces, const struct build *build, struct err *e)
{
	const char *log = build->log, *part = build->part;
	struct err why;

	/* While it is measured it is plain: no row may wait in a buffer. */
	if (path_ends_with(log, ".gz") && gzip_pack(part, &why))
		return bd_err(e,
			"%s; this run is complete: once that is solved, bdriver run --resume "
			"%s compresses it",
			why.text, log);
	if (!replaces && renameat2(AT_FDCWD, part, AT_FDCWD, log, RENAME_NOREPLACE) == 0)
		return 0;
	if (!replaces && errno == EEXIST)
		return bd_err(e,
			"another program created %s during this run; this run is complete: "
			"rename %s",
			log, part);
	/* Not every file system knows RENAME_NOREPLACE. */
	if (rename(part, log))
		return bd_err(e, "%s: cannot be renamed to %s: %s", part, log, strerror(errno));
	return 0;
}
