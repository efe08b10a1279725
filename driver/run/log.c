/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/gzip.h"
#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/utf8.h"
#include "compare/print/json.h"
#include "driver/base/command_line.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/code/elf_image.h"
#include "driver/code/placement.h"
#include "driver/machine/reference_work.h"
#include "driver/parts/part.h"
#include "driver/request/builds.h"
#include "driver/run/groups.h"
#include "driver/run/log.h"
#include "driver/run/log_revision.h"
#include "driver/run/repeats.h"
#include "driver/run/run.h"
#include "driver/suite/code.h"
#include "driver/suite/suite.h"
#include "harness/base/hash.h"

/* A quarter of a millisecond each. */
#define REFERENCE_RUNS 200

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

static void put_fact(const char *key, const char *value, void *writer)
{
	log_writer_put(writer, key, "%s", value);
}

static void put_time(struct log_writer *writer, const char *key)
{
	char text[ISO_TEXT_SIZE];

	iso_text(text, time(NULL));
	log_writer_put(writer, key, "%s", text);
}

/* For people: `command`; for --resume, without doubt about blanks and quotes: `arguments`. */
static void put_command(struct log_writer *writer)
{
	AUTO_FREE char *text = command_line_text(), *json = command_line_json();

	if (*text)
		log_writer_put(writer, "command", "%s", text);
	if (json)
		log_writer_put(writer, "arguments", "%s", json);
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

static void put_suite(
	struct log_writer *writer, const struct suite *s, const char *key, const char *value)
{
	AUTO_FREE char *name = memory_format("suite.%s.%s", s->name, key);

	if (value && *value)
		log_writer_put(writer, name, "%s", value);
}

static void put_loaded_bytes(struct log_writer *writer, const struct suite *s)
{
	uint64_t bytes = image_loaded_bytes(s->path);
	AUTO_FREE char *text = bytes ? memory_format("%" PRIu64, bytes) : NULL;

	put_suite(writer, s, LOG_LOADED_BYTES, text);
}

static void put_placement(struct log_writer *writer, const struct suite *s)
{
	bool aligned = s->object_alignment >= PLACEMENT_LINE;
	AUTO_FREE char *text =
		aligned ? memory_format("%ld", s->object_alignment) : placement_of(s);
	struct string_list libraries = { 0 };
	AUTO_FREE char *all = NULL;

	put_suite(writer, s, aligned ? "alignment" : "placement", text);
	placement_read_libraries(&libraries, s->path, s->settings->env.items);
	all = string_list_finish(&libraries, "; ");
	put_suite(writer, s, "library_placement", all);
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

static void put_suites(
	struct log_writer *writer, const struct subjects *subjects, const struct suites *suites)
{
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *s = &suites->items[i];
		/* The program of a command is not all that may differ. */
		const char *id = s->adapter->program ? "" : s->build_id;
		AUTO_FREE char *flags = flags_of(s),
			       *hash = *id || s->adapter->program ? NULL : hash_of(s->path),
			       *tags = tag_metadata(s), *group = groups_text(subjects, s->name);
		char settings[FILE_HASH_SIZE];

		put_suite(writer, s, "path", s->path);
		if (s->adapter != &adapter_bdriver)
			put_suite(writer, s, "adapter", s->adapter->name);
		put_suite(writer, s, "build_id", id);
		put_suite(writer, s, "hash", hash);
		put_loaded_bytes(writer, s);
		put_suite(writer, s, "compiler", s->compiler);
		put_suite(writer, s, "flags", flags);
		put_suite(writer, s, "tags", tags);
		put_suite(writer, s, "group", group);
		suite_settings_hash(s, settings);
		put_suite(writer, s, "settings", settings);
		if (!s->adapter->program)
			put_placement(writer, s);
	}
	for (size_t i = 0; i < suites->broken.count; i++) {
		AUTO_FREE char *key =
			memory_format("suite.%s." UNANSWERED, suites->broken.items[i]);

		log_writer_put(writer, key, "%s", suites->broken_why.items[i]);
	}
}

/* Where everything runs: "CPU:core:node" of each worker, and the driver. */
static void put_places(struct log_writer *writer, const struct run_cpus *cpus)
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
	log_writer_put(writer, "worker_cpus", "%s", all);
	log_writer_put(
		writer, "driver_cpu", "%d", topology_driver_cpu(&cpus->topology, workers));
}

static void put_settings(struct log_writer *writer, const struct run *run)
{
	const struct run_settings *s = &run->settings;
	AUTO_FREE char *folder = getcwd(NULL, 0);

	log_writer_put(writer, "workers", "%u", run->cpus.workers);
	put_places(writer, &run->cpus);
	if (run->cpus.lock.ignored)
		log_writer_put(writer, "locks_ignored", "%u", run->cpus.lock.ignored);
	log_writer_put(writer, "profile", "%s", s->profile);
	log_writer_put(writer, "seed", "%" PRId64, (int64_t)s->seed);
	log_writer_put(writer, "rounds", "%" PRId64, s->rounds);
	log_writer_put(writer, "launch_time_ns", "%" PRId64, s->launch_time_ns);
	if (run->process_start_ns > 0)
		log_writer_put(
			writer, "process_start_ns", "%" PRId64, (int64_t)run->process_start_ns);
	log_writer_put(writer, "version", "%s", BD_VERSION);
	log_writer_put(
		writer, "config_hash", "%s", run->config.hash ? run->config.hash : CONFIG_NONE);
	put_command(writer);
	if (folder)
		log_writer_put(writer, "directory", "%s", folder);
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

static void put_interleave(
	const struct subjects *subjects, bool short_turns, struct log_writer *writer)
{
	const char *suite, *interleave;
	size_t i = 0;

	log_writer_put(writer, "interleave", "%s", short_turns ? "short" : "long");
	while ((suite = pair_without_turns(subjects, &i, &interleave))) {
		AUTO_FREE char *key = memory_format("interleave.%s", suite);

		log_writer_put(writer, key, "%s", interleave);
	}
}

static void put_pair(const struct changed_counts *c, const struct asked_turns *turns,
	const struct subjects *subjects, struct log_writer *writer)
{
	log_writer_put(writer, "layout", "%s", turns->same_layout ? "same" : "random");
	/* Also of those that are not measured: a run that is resumed tries none again. */
	for (size_t i = 0; i < c->not_executed.count; i++)
		log_writer_put(writer, c->not_executed.items[i], "yes");
	if (c->changed && c->same != c->controls)
		log_writer_put(writer, LOG_LEFT_OUT, "%zu", c->same - c->controls);
	if (turns->interleave)
		put_interleave(subjects, turns->short_turns, writer);
}

/* The best of some: what the machine can do at this time. */
static void put_reference(struct log_writer *writer, const char *key)
{
	double least = INFINITY;

	for (int i = 0; i < REFERENCE_RUNS; i++)
		least = fmin(least, reference_work_run());
	log_writer_put(writer, key, "%.0f", least);
}

/* Of a run of `--shard K/N`: which part it is, and how long reference work takes before and
 * after (driver/parts/merge.h). */
static void put_shard(const struct shard *shard, const char *node, struct log_writer *writer)
{
	AUTO_FREE char *text = NULL;

	if (!shard->count)
		return;
	text = shard_text(shard);
	log_writer_put(writer, SHARD_META, "%s", text);
	log_writer_put(writer, PART_NODE, "%s", node);
	put_reference(writer, PART_REFERENCE);
}

int run_log_create(struct run *run, struct build *build, struct err *e)
{
	struct log_writer *writer = &build->writer;

	if (log_writer_in_use(build->part))
		return in_use(build->part, e);
	if (run->settings.log.force || log_writer_unbegun(build->part))
		unlink(build->part);
	if (log_writer_create(writer, build->part, e))
		return log_writer_in_use(build->part) ? in_use(build->part, e) : -1;
	log_writer_put(writer, "session", "%s", run->logs.session);
	if (*build->name)
		log_writer_put(writer, "build", "%s", build->name);
	put_time(writer, "started");
	machine_each(&run->machine, put_fact, writer);
	put_settings(writer, run);
	put_suites(writer, &run->subjects, &build->suites);
	log_revision_put(run, build);
	if (run->policy)
		run_repeats_options(run->policy, writer);
	if (run->builds.count > 1)
		put_pair(&run->changed, &run->settings.turns, &run->subjects, writer);
	put_shard(&run->shard, run->node, writer);
	if (run->kind->metadata)
		run->kind->metadata(run, build);
	return log_writer_header(writer, e);
}

/* So that nobody takes it for one that the build lacks. */
static void put_not_measured(struct log_writer *writer, const struct run *run, size_t build)
{
	for (size_t i = build; i < run->summary.count; i += run->builds.count) {
		const struct subject *s = &run->subjects.items[i / run->builds.count];
		AUTO_FREE char *key = log_fact_key(LOG_NOT_MEASURED, s->suite, s->name);

		if (run_is_unmeasured(run, i))
			log_writer_put(
				writer, key, s->role == ROLE_CHANGED ? "yes" : "same code");
	}
}

int run_log_end(const struct run *run, struct build *build, struct err *e)
{
	struct log_writer *writer = &build->writer;

	if (!writer->open)
		return 0;
	if (run->policy)
		run_repeats_findings(run->policy, writer);
	put_not_measured(writer, run, (size_t)(build - run->builds.items));
	put_time(writer, "ended");
	if (run->shard.count)
		put_reference(writer, PART_AFTER);
	return log_writer_end(writer, e);
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
