/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/base/units.h"
#include "driver/plan/index.h"
#include "driver/run/run.h"

static bool ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), end_size = strlen(end);

	return size > end_size && strcmp(text + size - end_size, end) == 0;
}

/* The first interrupted log in a folder. */
static char *find_in_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	char *first = NULL, *path, *full;

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		if (entry->d_name[0] == '.' || !ends_with(entry->d_name, ".log.part") ||
			(first && strcmp(first, entry->d_name) < 0))
			continue;
		free(first);
		first = memory_text(entry->d_name);
	}
	if (dir)
		closedir(dir);
	if (!first)
		return NULL;
	path = memory_format("%s/%s", folder, first);
	full = realpath(path, NULL);
	if (full)
		full[strlen(full) - 5] = '\0';
	free(path);
	free(first);
	return full;
}

static char *find_part(const char *given)
{
	char *part = ends_with(given, ".part") ? memory_text(given)
					       : memory_format("%s.part", given);
	char *full = realpath(part, NULL);

	free(part);
	if (full)
		full[strlen(full) - 5] = '\0';
	return full;
}

/* The absolute path of LOG from LOG, LOG.part or their folder; NULL when there is no LOG.part.
 */
static char *find_log(const char *given)
{
	struct stat info;

	if (!stat(given, &info) && S_ISDIR(info.st_mode))
		return find_in_folder(given);
	return find_part(given);
}

/* `arguments` of the log: a JSON array of the words that the run was started with. */
static int parse_arguments(struct resume *r, const char *text, struct err *e)
{
	json_t *words = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
	size_t count = json_array_size(words), i;
	json_t *word;

	r->argv = memory_zeroed(count + 1, sizeof(*r->argv));
	json_array_foreach(words, i, word) {
		if (!json_is_string(word))
			break;
		r->argv[r->argc++] = memory_text(json_string_value(word));
	}
	json_decref(words);
	if ((size_t)r->argc == count && count > 1)
		r->set = !strcmp(r->argv[1], "run")         ? &run_option_set
			 : !strcmp(r->argv[1], "calibrate") ? &calibrate_option_set
							    : NULL;
	if (!r->set)
		return bd_err(e,
			"%s.part does not tell what it was started with (metadata key "
			"`arguments`), so it cannot be resumed; give --force to begin anew",
			r->log);
	return 0;
}

/* What the person says now about the output holds; all else was said then. */
static void take_from_now(struct run_options *then, const struct run_options *now)
{
	then->shared.quiet = now->shared.quiet;
	then->shared.verbose = now->shared.verbose;
	then->shared.color = now->shared.color;
	then->shared.no_wait = now->shared.no_wait;
	then->dry_run = now->dry_run;
	then->replaces = then->force;
	then->force = false;
	then->resume = NULL;
}

static int read_log(
	struct resume *r, const struct run_options *now, const struct log *log, struct err *e)
{
	const char *folder = log_meta(log, "directory"), *seed = log_meta(log, "seed");
	struct err why;

	if (parse_arguments(r, log_meta(log, "arguments"), e))
		return -1;
	if (folder && chdir(folder))
		return bd_err(e, "%s: cannot go there to resume the run: %s", folder,
			strerror(errno));
	r->words = memory_zeroed((size_t)r->argc + 1, sizeof(*r->words));
	r->given = memory_zeroed(1, r->set->size);
	r->word_count =
		options_parse(r->set, r->argc - 1, r->argv + 1, r->given, r->words, &why);
	if (r->word_count < 0)
		return bd_err(e, "%s.part: its `arguments` do not fit this program: %s", r->log,
			why.text);
	if (r->set == &calibrate_option_set) {
		r->options = run_options_calibrate(r->given, r->words, r->word_count);
		r->word_count = 0;
	} else {
		r->options = *(struct run_options *)r->given;
	}
	take_from_now(&r->options, now);
	/* Another order would begin the plan anew. */
	if (seed && count_parse(seed, 0, INT64_MAX, &r->options.shared.seed, &why))
		return bd_err(e, "%s.part: its `seed`: %s", r->log, why.text);
	return 0;
}

int resume_read(struct resume *r, const struct run_options *now, struct err *e)
{
	struct log log = { 0 };
	struct stat info;
	char *part;
	int rc;

	r->log = find_log(now->resume);
	if (!r->log)
		return bd_err(e, "%s: there is no interrupted run %s", now->resume,
			stat(now->resume, &info) ? "of this name"
			: S_ISDIR(info.st_mode)  ? "in this folder, but a complete one or none"
						 : "of this name; this log is complete");
	part = memory_format("%s.part", r->log);
	if (log_writer_unbegun(part))
		rc = bd_err(e,
			"%s was interrupted before anything was measured: start the run "
			"again as you did",
			part);
	else
		rc = log_read(&log, part, LOG_KEEP_SUMMARIES, e);
	free(part);
	if (!rc)
		rc = read_log(r, now, &log, e);
	log_release(&log);
	return rc;
}

void resume_release(struct resume *r)
{
	if (r->given)
		options_release(r->set, r->given);
	free(r->given);
	for (int i = 0; i < r->argc; i++)
		free(r->argv[i]);
	free(r->argv);
	free(r->words);
	free(r->log);
}

/* A slot is done when its last attempt stands in the log, whatever became of it; the policy
 * may want it again. */
static void mark_launch(
	struct run *run, const struct table *index, size_t subject, const struct launch *launch)
{
	const size_t *slot = plan_index_find(index, subject, launch);
	struct repeat_slot repeat = { .slot = SIZE_MAX,
		.subject = subject,
		.worker = (unsigned)launch->evidence->worker,
		.attempt = launch->attempt };

	run_summary_add(&run->summary, subject, launch, "", NULL);
	if (slot)
		repeat.slot = *slot;
	repeat_policy_resume(run_repeats(run), &repeat, launch, launch->evidence);
	if (!slot || run->done[*slot])
		return;
	run->done[*slot] = true;
	run->done_count++;
	estimate_drop(&run->estimate, subject);
}

static void mark_done(struct run *run, const struct log *log)
{
	struct table *index = plan_index_new(&run->plan);

	run->done = memory_zeroed(run->plan.slot_count, sizeof(*run->done));
	for (size_t i = 0; i < run->subject_count; i++) {
		struct subject *subject = &run->subjects[i];
		const struct log_benchmark *b =
			log_find(log, subject->suite, subject->name, "");

		for (size_t k = 0; b && k < b->launch_count; k++) {
			const struct launch *launch = &b->launches[k];

			mark_launch(run, index, i, launch);
			if (launch->status == OUTCOME_OK && launch->iterations > 0)
				subject->iterations = launch->iterations;
		}
	}
	table_free(index);
}

int resume_apply(struct run *run, struct err *e)
{
	struct log log = { 0 };
	int rc = RESUME_FINE;

	if (log_read(&log, run->part, LOG_KEEP_EVIDENCE, e) ||
		run_log_check_builds(&run->suites, &log, run->part, e))
		rc = RESUME_UNFIT;
	else
		mark_done(run, &log);
	run_clock_resume(run, &log);
	run->complete = !rc && log.complete;
	log_release(&log);
	if (rc || run->complete)
		return rc;
	return log_writer_resume(&run->writer, run->part, e) ? RESUME_UNWRITABLE : RESUME_FINE;
}
