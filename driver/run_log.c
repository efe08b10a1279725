/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/memory.h"
#include "driver/run.h"

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

/* The command line of this process, its words separated by NUL. */
static char *read_command_line(size_t *size)
{
	FILE *in = fopen("/proc/self/cmdline", "re");
	char *text = NULL;
	size_t capacity = 0;

	*size = 0;
	for (size_t n = 1; in && n > 0; *size += n) {
		text = memory_grow(text, &capacity, *size + 4096, 1);
		n = fread(text + *size, 1, 4096, in);
	}
	if (in)
		fclose(in);
	return text;
}

/* For people: `command`; for --resume, without doubt about blanks and quotes: `arguments`. */
static void put_command(struct meta *m)
{
	size_t size;
	char *text = read_command_line(&size), *json;
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
	char *all = memory_text("");

	for (unsigned i = 0; i < workers; i++) {
		const struct topology_cpu *cpu =
			&run->topology.cpus[i % run->topology.cpu_count];
		char *longer = memory_format(
			"%s%s%d:%d:%d", all, *all ? " " : "", cpu->cpu, cpu->core, cpu->numa);

		free(all);
		all = longer;
	}
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

int run_log_create(const struct run *run, const struct run_log *log, struct err *e)
{
	struct meta m = { .writer = log->writer, .e = e };

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
	if (!m.rc && log->guard)
		m.rc = run_guard_options(log->guard, log->writer, e);
	if (!m.rc && log->more)
		m.rc = log->more(log->ctx, log->writer, e);
	return m.rc ? m.rc : log_writer_header(log->writer, e);
}

int run_log_end(const struct run_log *log, struct err *e)
{
	struct meta m = { .writer = log->writer, .e = e };

	if (!log->writer->open)
		return 0;
	if (log->guard && run_guard_findings(log->guard, log->writer, e))
		return -1;
	put_time(&m, "ended");
	return m.rc ? m.rc : log_writer_end(log->writer, e);
}

int run_log_rename(const struct run_log *log, struct err *e)
{
	if (rename(log->part, log->log))
		return bd_err(e, "%s: cannot be renamed to %s: %s", log->part, log->log,
			strerror(errno));
	return 0;
}

static struct run_log plain_log(struct run *run)
{
	return (struct run_log){ .writer = &run->writer,
		.log = run->log,
		.part = run->part,
		.suites = &run->suites,
		.session = "",
		.build = "",
		.guard = run_guard(run) };
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
