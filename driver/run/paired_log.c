/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/read.h"
#include "driver/base/path.h"
#include "driver/code/same_code.h"
#include "driver/plan/index.h"
#include "driver/run/paired.h"
#include "harness/turn.h"

/* Was the run killed while its logs were made? Then it has no rows to lose. */
static bool killed_while_made(const struct paired_run *p)
{
	bool killed = false;

	for (size_t i = 0; i < p->builds.count; i++) {
		const struct build *build = &p->builds.items[i];
		struct stat info;

		if (!lstat(build->log, &info))
			return false;
		if (lstat(build->part, &info) || log_writer_unbegun(build->part))
			killed = true;
		else if (!log_writer_unmeasured(build->part))
			return false;
	}
	return killed;
}

static char *without_slashes(const char *path)
{
	size_t size = strlen(path);

	while (size > 1 && path[size - 1] == '/')
		size--;
	return memory_format("%.*s", (int)size, path);
}

int paired_log_name(struct paired_run *p, const char *resumed, struct err *e)
{
	struct run *run = &p->run;
	struct stat info;

	run->log = resumed                ? path_folder(resumed)
		   : run->options->output ? without_slashes(run->options->output)
					  : run_default_name(&run->config, "");
	if (!stat(run->log, &info) && !S_ISDIR(info.st_mode))
		return bd_err(e,
			"%s is no folder: with several builds -o names the folder of their "
			"logs",
			run->log);
	for (size_t i = 0; i < p->builds.count; i++) {
		struct build *build = &p->builds.items[i];

		build->log = memory_format("%s/%s.log", run->log, build->name);
		build->part = memory_format("%s.part", build->log);
	}
	if (resumed || run->options->dry_run || run->options->force || killed_while_made(p))
		return 0;
	for (size_t i = 0; i < p->builds.count; i++)
		if (run_log_refuse(
			    p->builds.items[i].log, p->builds.items[i].part, run->log, e))
			return -1;
	return 0;
}

static const struct suite *find_suite(const struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->count; i++)
		if (!strcmp(suites->items[i].name, name))
			return &suites->items[i];
	return NULL;
}

struct controls_meta {
	const struct paired_run *p;
	const struct build *build;
};

static char *join_names(const struct same_code *same)
{
	struct string_list names = { 0 };
	char *all;

	/* A blank separates: a name with one is none of the controls then. */
	for (size_t i = 0; i < same->count; i++)
		if (!strchr(same->names[i], ' '))
			string_list_addf(&names, "%s", same->names[i]);
	all = string_list_join(&names, " ");
	string_list_release(&names);
	return all;
}

static int put_same_code(const struct suite *old, const struct suite *new,
	struct log_writer *writer, struct err *e)
{
	struct same_code same = { 0 };
	int rc = 0;

	if (same_code_find(&same, old->path, new->path, NULL) == 0 && same.count) {
		char *key = memory_format("same_code.%s", new->name);
		char *names = join_names(&same);

		rc = log_writer_meta(writer, key, names, e);
		free(key);
		free(names);
	}
	same_code_release(&same);
	return rc;
}

const char *paired_not_interleaved(const struct paired_run *p, size_t *i)
{
	const struct run *run = &p->run;

	for (; *i < run->subject_count; ++*i) {
		const struct subject *s = &run->subjects[*i];

		if (!s->paths[0] || !s->paths[1] || (s->turns[0] && s->turns[1]))
			continue;
		while (*i < run->subject_count && !strcmp(run->subjects[*i].suite, s->suite))
			++*i;
		return s->suite;
	}
	return NULL;
}

static int put_not_interleaved(
	const struct paired_run *p, struct log_writer *writer, struct err *e)
{
	const char *suite;
	size_t i = 0;
	int rc = 0;

	while (!rc && (suite = paired_not_interleaved(p, &i))) {
		char *key = memory_format("interleave.%s", suite);

		rc = log_writer_meta(writer, key, "no", e);
		free(key);
	}
	return rc;
}

static int put_interleave(const struct paired_run *p, struct log_writer *writer, struct err *e)
{
	char time[32];

	if (!p->run.settings.interleave)
		return 0;
	snprintf(time, sizeof(time), "%dms", BD_TURN_SLICE_NS / 1000000);
	if (log_writer_meta(writer, "interleave", time, e))
		return -1;
	return put_not_interleaved(p, writer, e);
}

/* Stepping, and the negative controls of a build against the first one. */
static int put_controls(void *ctx, struct log_writer *writer, struct err *e)
{
	const struct controls_meta *meta = ctx;
	const struct build *first = &meta->p->builds.items[0];

	if (put_interleave(meta->p, writer, e))
		return -1;
	if (meta->build == first)
		return 0;
	if (log_writer_meta(writer, "same_code_with", first->name, e))
		return -1;
	for (size_t i = 0; i < meta->build->suites.count; i++) {
		const struct suite *new = &meta->build->suites.items[i];
		const struct suite *old = find_suite(&first->suites, new->name);

		if (old && put_same_code(old, new, writer, e))
			return -1;
	}
	return 0;
}

static int create(struct paired_run *p, struct build *build, struct err *e)
{
	struct controls_meta meta = { p, build };
	struct run_log log = { .writer = &build->writer,
		.log = build->log,
		.part = build->part,
		.suites = &build->suites,
		.session = p->session,
		.build = build->name,
		.policy = run_repeats(&p->run),
		.more = put_controls,
		.ctx = &meta };

	return run_log_create(&p->run, &log, e);
}

int paired_log_create(struct paired_run *p, struct err *e)
{
	if (mkdir(p->run.log, 0777) && errno != EEXIST)
		return bd_err(e, "%s: cannot be made: %s", p->run.log, strerror(errno));
	if (killed_while_made(p))
		for (size_t i = 0; i < p->builds.count; i++)
			unlink(p->builds.items[i].part);
	for (size_t i = 0; i < p->builds.count; i++)
		if (create(p, &p->builds.items[i], e))
			return -1;
	return 0;
}

static struct run_log log_of(struct paired_run *p, size_t i)
{
	struct build *build = &p->builds.items[i];

	return (struct run_log){ .writer = &build->writer,
		.log = build->log,
		.part = build->part,
		.replaces = p->run.replaces,
		.policy = run_repeats(&p->run),
		.isolate = &p->run.isolate };
}

int paired_log_end(struct paired_run *p, struct err *e)
{
	for (size_t i = 0; i < p->builds.count; i++) {
		struct run_log log = log_of(p, i);

		if (run_log_end(&log, e))
			return -1;
	}
	return 0;
}

int paired_log_rename(struct paired_run *p, struct err *e)
{
	for (size_t i = 0; i < p->builds.count; i++) {
		struct run_log log = log_of(p, i);

		if (access(log.part, F_OK) == 0 && run_log_rename(&log, e))
			return -1;
	}
	return 0;
}

int paired_log_read(
	const struct paired_run *p, struct log *logs, enum log_keep keep, struct err *e)
{
	for (size_t i = 0; i < p->builds.count; i++) {
		const struct build *build = &p->builds.items[i];
		bool part = access(build->part, F_OK) == 0;

		if (log_read(&logs[i], part ? build->part : build->log, keep, e))
			return -1;
	}
	return 0;
}

/* Raises the slots' attempts to the last ones that this log has. */
static void count_attempts(const struct table *index, size_t subject,
	const struct log_benchmark *benchmark, uint16_t *attempts)
{
	for (size_t k = 0; k < benchmark->launch_count; k++) {
		const struct launch *launch = &benchmark->launches[k];
		const size_t *slot = plan_index_find(index, subject, launch);

		if (slot && launch->attempt > attempts[*slot])
			attempts[*slot] = launch->attempt;
	}
}

/* A slot is done when its last attempt stands in the log of each build that has the benchmark:
 * half a pair is no pair. */
void paired_log_mark(struct paired_run *p, const struct log *logs)
{
	struct run *run = &p->run;
	size_t slots = run->plan.slot_count;
	struct table *index = plan_index_new(&run->plan);
	uint16_t *seen = memory_zeroed(slots * p->builds.count, sizeof(*seen));

	free(run->done);
	free(p->attempts);
	run->done = memory_zeroed(slots, sizeof(*run->done));
	p->attempts = memory_zeroed(slots, sizeof(*p->attempts));
	for (size_t s = 0; s < run->subject_count; s++) {
		for (size_t b = 0; b < p->builds.count; b++) {
			const struct log_benchmark *benchmark =
				log_find(&logs[b], run->subjects[s].suite,
					run->subjects[s].name, p->builds.items[b].name);

			if (benchmark)
				count_attempts(index, s, benchmark, seen + b * slots);
		}
	}
	for (size_t i = 0; i < slots; i++) {
		const struct subject *subject = &run->subjects[run->plan.slots[i].benchmark];

		for (size_t b = 0; b < p->builds.count; b++)
			if (seen[b * slots + i] > p->attempts[i])
				p->attempts[i] = seen[b * slots + i];
		run->done[i] = p->attempts[i] > 0;
		for (size_t b = 0; b < p->builds.count; b++)
			if (subject->paths[b] && seen[b * slots + i] < p->attempts[i])
				run->done[i] = false;
	}
	free(seen);
	table_free(index);
}

static void repeat_policy_launches(struct paired_run *p, const struct table *index,
	size_t subject, unsigned build, const struct log_benchmark *benchmark)
{
	for (size_t k = 0; k < benchmark->launch_count; k++) {
		const struct launch *launch = &benchmark->launches[k];
		struct repeat_slot repeat_slot_of = { .slot = SIZE_MAX,
			.subject = subject,
			.build = build,
			.worker = (unsigned)launch->evidence->worker,
			.attempt = launch->attempt };
		const size_t *slot = plan_index_find(index, subject, launch);

		/* One that is not done is measured anyway. */
		if (slot && p->run.done[*slot])
			repeat_slot_of.slot = *slot;
		repeat_policy_resume(
			run_repeats(&p->run), &repeat_slot_of, launch, launch->evidence);
	}
}

void paired_log_repeats(struct paired_run *p, const struct log *logs)
{
	struct run *run = &p->run;
	struct table *index = plan_index_new(&run->plan);

	for (size_t s = 0; s < run->subject_count; s++) {
		for (size_t b = 0; b < p->builds.count; b++) {
			const struct log_benchmark *benchmark =
				log_find(&logs[b], run->subjects[s].suite,
					run->subjects[s].name, p->builds.items[b].name);

			if (benchmark)
				repeat_policy_launches(p, index, s, (unsigned)b, benchmark);
		}
	}
	table_free(index);
}
