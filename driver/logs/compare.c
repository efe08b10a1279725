/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/compare.h"
#include "compare/verdict/comparison.h"
#include "driver/base/message.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/formats/variant.h"
#include "compare/log/merge.h"
#include "compare/print/format.h"
#include "compare/verdict/whole.h"
#include "driver/base/atomic_file.h"
#include "driver/base/path.h"
#include "driver/base/units.h"

/* One log and how reading it went. */
struct log_reading {
	const char *path;
	const struct string_list *more;
	enum log_keep keep;
	struct log log;
	struct err e;
	int result;
};

/* Other tools' results of one name may differ from file to file. */
static void merge(struct log *into, struct log *log)
{
	bool foreign = !log_is_own(into) && !log_is_own(log);

	if (foreign) {
		variants_undo(into);
		variants_undo(log);
	}
	log_merge(into, log);
	if (foreign)
		variants_name(into);
}

static void *read_one(void *arg)
{
	struct log_reading *reading = arg;

	reading->result = log_read(&reading->log, reading->path, reading->keep, &reading->e);
	for (size_t i = 0; !reading->result && i < reading->more->count; i++) {
		AUTO(log_release) struct log log = { 0 };

		reading->result =
			log_read(&log, reading->more->items[i], reading->keep, &reading->e);
		if (!reading->result)
			merge(&reading->log, &log);
	}
	/* It is complete, and the index takes as much as all names. */
	log_forget_names(&reading->log);
	return NULL;
}

/* On two cores this saves the time of one log. Works without a second thread too. */
static void read_both(struct log_reading *old, struct log_reading *new)
{
	pthread_t thread;
	int failed = pthread_create(&thread, NULL, read_one, old);

	read_one(new);
	if (failed)
		read_one(old);
	else
		pthread_join(thread, NULL);
}

static int write_report(const struct comparison *comparison, const struct compare_job *job)
{
	const struct report_format *report = report_find(job->format ? job->format : "text");
	const char *const inputs[] = { job->old_path, job->new_path, NULL };
	struct output_file file;
	int code;

	if (job->write)
		return job->write(comparison, job);
	if (!job->output) {
		report->write(comparison, &job->report, stdout);
		return EXIT_FINE; /* main() checks standard output */
	}
	code = output_file_begin(&file, job->output, inputs, job->force);
	if (code)
		return code;
	report->write(comparison, &job->report, file.out);
	return output_file_end(&file);
}

static int check_resolution(const struct comparison *comparison, const struct compare_job *job)
{
	size_t judged = resolution_judged(comparison);
	size_t seen = resolution_seen(comparison, job->required_change);
	char change[FORMAT_SIZE], share[FORMAT_SIZE];

	if ((double)seen >= job->required_share * (double)judged)
		return EXIT_FINE;
	return message_error(EXIT_BLIND,
		"a change of %s is detectable in %zu of %zu benchmarks; --require-resolution "
		"asks for %s of them",
		format_percent(change, job->required_change), seen, judged,
		format_percent(share, job->required_share));
}

static int check_bound(const struct comparison *comparison, double bound)
{
	struct worst_case worst = worst_case_find(comparison);
	double rounds = worst_case_rounds(comparison, bound);
	char text[FORMAT_SIZE], why[64] = "";

	if (worst.bound <= bound && !worst.without)
		return EXIT_FINE;
	if (isnan(worst.bound))
		strcpy(why, ": no benchmark has a bound");
	else if (worst.without)
		snprintf(why, sizeof(why), ": %zu failed or had too few rounds", worst.without);
	else if (isfinite(rounds))
		snprintf(why, sizeof(why), "; about --rounds %.0f would reach it", rounds);
	else if (isinf(rounds))
		strcpy(why, ": a benchmark measures slower by more");
	return message_error(EXIT_BLIND, "--require-bound %s is not reached%s",
		format_percent(text, bound), why);
}

int compare_read(const struct log *old, const struct log *new, const struct compare_job *job)
{
	AUTO(comparison_release) struct comparison comparison = { 0 };
	struct err e;
	int code;

	if (comparison_make(&comparison, old, new, &job->options, &e) != 0 ||
		(job->selection && selection_check(job->selection, NULL, &e) != 0)) {
		code = message_error(EXIT_USAGE, "%s", e.text);
	} else {
		code = write_report(&comparison, job);
		if (code == EXIT_FINE && comparison_fails(&comparison, job->report.fail_on))
			code = EXIT_FOUND;
		if (code == EXIT_FINE && comparison.summary.broken &&
			job->report.fail_on != FAIL_ON_NEVER)
			code = EXIT_UNMEASURED;
		if (code == EXIT_FINE &&
			comparison_is_undecided(&comparison, job->report.fail_on))
			code = EXIT_BLIND;
		if (code == EXIT_FINE && job->required_share > 0)
			code = check_resolution(&comparison, job);
		if (code == EXIT_FINE && job->required_bound > 0)
			code = check_bound(&comparison, job->required_bound);
	}
	return code;
}

/* FOLDER/NAME.log, plain, compressed or of an interrupted run; NULL if there is none. */
static char *log_in_folder(const char *folder, const char *name)
{
	static const char *const endings[] = { "", ".gz", ".zst", ".part" };

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		char *path = memory_format("%s/%s.log%s", folder, name, endings[i]);

		if (access(path, F_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

/* Reads the log of the pinned build that was measured beside this one, in the same session and
 * folder. One that is not there or cannot be read is none. */
static bool read_anchor(const char *beside, const struct log *log, struct log *anchor)
{
	AUTO_FREE char *folder = path_folder(beside);
	AUTO_FREE char *path = log_in_folder(folder, "anchor");
	struct err e;

	return path && strcmp(path, beside) != 0 &&
	       !log_read(anchor, path, LOG_KEEP_SUMMARIES, &e) && log_same_session(anchor, log);
}

/* Two sessions that measured an anchor each have controls. */
static int compare_sessions(
	const struct compare_job *job, const struct log *old, const struct log *new)
{
	struct compare_job anchored = *job;
	struct log anchors[2] = { 0 };
	int code;

	if (!log_same_session(old, new) && read_anchor(job->old_path, old, &anchors[0]) &&
		read_anchor(job->new_path, new, &anchors[1])) {
		anchored.options.old_anchor = &anchors[0];
		anchored.options.new_anchor = &anchors[1];
	}
	code = compare_read(old, new, &anchored);
	log_release(&anchors[0]);
	log_release(&anchors[1]);
	return code;
}

int compare_logs(const struct compare_job *job)
{
	struct log_reading old = {
		.path = job->old_path, .more = &job->more_old, .keep = job->keep
	};
	struct log_reading new = {
		.path = job->new_path, .more = &job->more_new, .keep = job->keep
	};
	int code;

	read_both(&old, &new);
	if (old.result != 0)
		code = message_error(EXIT_USAGE, "%s", old.e.text);
	else if (new.result != 0)
		code = message_error(EXIT_USAGE, "%s", new.e.text);
	else
		code = compare_sessions(job, &old.log, &new.log);
	log_release(&old.log);
	log_release(&new.log);
	return code;
}

struct compare_job compare_job_default(const char *old_path, const char *new_path)
{
	return (struct compare_job){
		.old_path = old_path, .new_path = new_path, .options = COMPARE_OPTIONS_DEFAULT
	};
}

void compare_configure(struct compare_options *options, const struct config *config)
{
	options->threshold = config->threshold;
	if (isnan(options->equivalence))
		options->equivalence = config->equivalence;
	if (isnan(options->fdr))
		options->fdr = config->fdr;
	options->thresholds = config->thresholds;
	options->metric_thresholds = config->metric_thresholds;
	options->better = &config->better;
}

bool compare_has_logs(const char *folder)
{
	AUTO_FREE char *path = log_in_folder(folder, "old");

	return path;
}

char *compare_log_now(const char *path)
{
	char *part = memory_format("%s.part", path);

	if (!access(path, F_OK) || access(part, F_OK)) {
		free(part);
		return memory_text(path);
	}
	message_warning("%s: its run was interrupted; this is what it measured so far", path);
	return part;
}

static int paths_of_folder(const char *folder, char *paths[2])
{
	if (!path_is_folder(folder))
		return message_error(EXIT_USAGE,
			"%s is not the folder of a paired run; name one, or two logs", folder);
	paths[0] = log_in_folder(folder, "old");
	paths[1] = log_in_folder(folder, "new");
	if (!paths[0] || !paths[1])
		return message_error(EXIT_USAGE,
			"%s: has no old.log and new.log, as the folder of a run with --old and "
			"--new has; name such a folder, or two logs",
			folder);
	if (path_ends_with(paths[0], ".part") || path_ends_with(paths[1], ".part"))
		message_warning(
			"%s: its run was interrupted, and this is what it measured so far; go "
			"on with bdriver run --resume %s",
			folder, folder);
	return EXIT_FINE;
}

static int folder_of_two(const char *folder, const char *other)
{
	return message_error(EXIT_USAGE,
		"%s is a folder: name one folder alone to compare its old and new log, or a "
		"log of each run, as in bdriver compare %s/new.log %s%s",
		folder, folder, other, path_is_folder(other) ? "/new.log" : "");
}

int compare_paths(char **words, int count, char *paths[2])
{
	if (count == 1)
		return paths_of_folder(words[0], paths);
	for (int i = 0; i < 2; i++)
		if (path_is_folder(words[i]))
			return folder_of_two(words[i], words[1 - i]);
	paths[0] = compare_log_now(words[0]);
	paths[1] = compare_log_now(words[1]);
	return EXIT_FINE;
}

void compare_paths_free(char *(*paths)[2])
{
	free((*paths)[0]);
	free((*paths)[1]);
}
