/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"
#include "driver/run/run.h"

struct meta {
	struct log_writer *writer;
	struct err *e;
	int rc;
};

static void put(const char *key, const char *value, void *ctx)
{
	struct meta *m = ctx;

	if (!m->rc)
		m->rc = log_writer_meta(m->writer, key, value, m->e);
}

static void put_number(struct meta *m, const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	put(key, text, m);
}

static void put_time(struct meta *m, const char *key)
{
	time_t now = time(NULL);
	struct tm utc;
	char text[32];

	gmtime_r(&now, &utc);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
	put(key, text, m);
}

/* For people: `command`; for --resume, without doubt about blanks and quotes: `arguments`. */
static void put_command(struct meta *m)
{
	size_t size = 0;
	/* Its words are separated by NUL. */
	char *text = file_text("/proc/self/cmdline", &size), *json;
	json_t *words = json_array();

	for (size_t i = 0; i < size; i += strlen(text + i) + 1) {
		json_t *word = json_string(text + i);

		/* NULL where the word is no UTF-8: such a run cannot be resumed. */
		json_array_append_new(words, word ? word : json_null());
	}
	json = json_dumps(words, JSON_COMPACT | JSON_ENSURE_ASCII);
	for (size_t i = 0; i + 1 < size; i++)
		if (!text[i])
			text[i] = ' ';
	if (size)
		put("command", text, m);
	if (json)
		put("arguments", json, m);
	free(json);
	free(text);
	json_decref(words);
}

/* What the suite says of its build, its flags first: the doctor reads it. */
static char *flags_of(const struct suite *s)
{
	return memory_format("%s%s%s%s", s->flags, s->optimized == 0 ? " unoptimized" : "",
		s->assertions == 1 ? " assertions" : "", s->sanitized == 1 ? " sanitized" : "");
}

/* Says of a suite that it was left out, and why. */
#define UNANSWERED "unanswered"

static void put_suites(struct meta *m, const struct suites *suites)
{
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *s = &suites->items[i];
		char *flags = flags_of(s);
		const char *const facts[][2] = { { "path", s->path },
			{ "build_id", s->build_id }, { "compiler", s->compiler },
			{ "flags", flags } };

		for (size_t k = 0; k < sizeof(facts) / sizeof(*facts); k++) {
			char *key = memory_format("suite.%s.%s", s->name, facts[k][0]);

			if (*facts[k][1])
				put(key, facts[k][1], m);
			free(key);
		}
		free(flags);
	}
	for (size_t i = 0; i < suites->broken.count; i++) {
		char *key = memory_format("suite.%s." UNANSWERED, suites->broken.items[i]);

		put(key, suites->broken_why.items[i], m);
		free(key);
	}
}

static void put_isolate(struct meta *m, const struct isolate *isolate)
{
	char *text;

	if (!isolate->made)
		return;
	text = memory_format("%s; %s%s", isolate->text,
		isolate->shared ? "others may use these CPUs as well: "
				: "kept from all others",
		isolate->shared ? isolate->shared : "");
	put("isolate", text, m);
	free(text);
}

/* Where everything runs: "CPU:core:node" of each worker, and the driver. */
static void put_places(struct meta *m, const struct run *run)
{
	unsigned workers = run->settings.workers;
	struct string_list places = { 0 };
	char *all;

	for (unsigned i = 0; i < workers; i++) {
		const struct topology_cpu *cpu =
			&run->topology.cpus[i % run->topology.cpu_count];

		string_list_addf(&places, "%d:%d:%d", cpu->cpu, cpu->core, cpu->numa);
	}
	all = string_list_join(&places, " ");
	string_list_release(&places);
	put("worker_cpus", all, m);
	free(all);
	put_number(m, "driver_cpu", topology_driver_cpu(&run->topology, workers));
	put_isolate(m, &run->isolate);
}

static void put_settings(struct meta *m, const struct run *run)
{
	const struct run_settings *s = &run->settings;
	char *folder = getcwd(NULL, 0);

	put_number(m, "workers", s->workers);
	put_places(m, run);
	if (*run->quiet_grade)
		put("quiet_grade", run->quiet_grade, m);
	put("profile", s->profile, m);
	put_number(m, "seed", (int64_t)s->seed);
	put_number(m, "rounds", s->rounds);
	put_number(m, "launch_time_ns", s->launch_time_ns);
	put("version", BD_VERSION, m);
	put_command(m);
	if (folder)
		put("directory", folder, m);
	free(folder);
}

int run_log_check_builds(
	const struct suites *suites, const struct log *log, const char *part, struct err *e)
{
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];
		const char *then = log_suite_meta(log, suite->name, "build_id");

		if (then && strcmp(then, suite->build_id) != 0)
			return bd_err(e,
				"suite %s was built anew since %s was interrupted, so its rows "
				"would not belong together; begin anew with --force",
				suite->name, part);
		if (log_suite_meta(log, suite->name, UNANSWERED))
			return bd_err(e,
				"suite %s did not answer when %s was begun, and is no part of "
				"its plan; begin anew with --force to measure it",
				suite->name, part);
	}
	for (size_t i = 0; i < suites->broken.count; i++)
		if (!log_suite_meta(log, suites->broken.items[i], UNANSWERED))
			return bd_err(e, "%s; it answered when %s was begun",
				suites->broken_why.items[i], part);
	return 0;
}

static int in_use(const char *part, struct err *e)
{
	return bd_err(e,
		"%s is being written by another bdriver; wait for it, or name another log with "
		"-o",
		part);
}

int run_log_refuse(const char *log, const char *part, const char *resumed, struct err *e)
{
	struct stat info;
	char *word;

	if (!lstat(log, &info))
		return bd_err(e, "%s exists already; give --force to replace it", log);
	if (log_writer_in_use(part))
		return in_use(part, e);
	if (lstat(part, &info) || log_writer_unbegun(part))
		return 0;
	word = terminal_word(resumed);
	bd_err(e,
		"%s is there, of a run that was interrupted; go on with it with `bdriver run "
		"--resume %s`, or give --force to begin anew",
		part, word);
	free(word);
	return -1;
}

int run_log_create(const struct run *run, const struct run_log *log, struct err *e)
{
	struct meta m = { .writer = log->writer, .e = e };

	if (log_writer_in_use(log->part))
		return in_use(log->part, e);
	if (run->options->force || log_writer_unbegun(log->part))
		unlink(log->part);
	if (log_writer_create(log->writer, log->part, e))
		return -1;
	put("session", log->session, &m);
	if (*log->build)
		put("build", log->build, &m);
	put_time(&m, "started");
	machine_each(&run->machine, put, &m);
	put_settings(&m, run);
	put_suites(&m, log->suites);
	if (!m.rc && log->policy)
		m.rc = run_repeats_options(log->policy, log->writer, e);
	if (!m.rc && log->more)
		m.rc = log->more(log->ctx, log->writer, e);
	return m.rc ? m.rc : log_writer_header(log->writer, e);
}

int run_log_end(const struct run_log *log, struct err *e)
{
	struct meta m = { .writer = log->writer, .e = e };

	if (!log->writer->open)
		return 0;
	if (log->policy && run_repeats_findings(log->policy, log->writer, e))
		return -1;
	if (log->isolate && log->isolate->lost)
		put("isolate_lost", log->isolate->lost, &m);
	put_time(&m, "ended");
	return m.rc ? m.rc : log_writer_end(log->writer, e);
}

int run_log_rename(const struct run_log *log, struct err *e)
{
	if (!log->replaces &&
		renameat2(AT_FDCWD, log->part, AT_FDCWD, log->log, RENAME_NOREPLACE) == 0)
		return 0;
	if (!log->replaces && errno == EEXIST)
		return bd_err(e,
			"%s has come to be there while this run was measured; this run is "
			"complete: rename %s",
			log->log, log->part);
	/* Not every file system knows RENAME_NOREPLACE. */
	if (rename(log->part, log->log))
		return bd_err(e, "%s: cannot be renamed to %s: %s", log->part, log->log,
			strerror(errno));
	return 0;
}

int run_unwritable(const struct err *e, bool lost, const char *where)
{
	if (lost)
		return message_error(EXIT_WRITE, "%s", e->text);
	return message_error(EXIT_WRITE, "%s; what was measured is in %s", e->text, where);
}

static struct run_log plain_log(struct run *run)
{
	return (struct run_log){ .writer = &run->writer,
		.log = run->log,
		.part = run->part,
		.replaces = run->replaces,
		.suites = &run->suites,
		.session = "",
		.build = "",
		.policy = run_repeats(run),
		.isolate = &run->isolate };
}

int run_create_log(struct run *run, struct err *e)
{
	struct run_log log = plain_log(run);

	return run_log_create(run, &log, e);
}

int run_finish_log(struct run *run, struct err *e)
{
	struct run_log log = plain_log(run);

	return run_log_end(&log, e) || run_log_rename(&log, e) ? -1 : 0;
}
