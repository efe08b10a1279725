/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/utf8.h"
#include "compare/formats/read.h"
#include "compare/log/log.h"
#include "compare/log/write.h"
#include "driver/base/command_line.h"
#include "driver/base/file_identity.h"
#include "driver/base/file_text.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/config/config.h"
#include "driver/request/builds.h"
#include "driver/run/log.h"
#include "driver/run/resume.h"

/* The absolute path, without ".part"; NULL: there is no such file. */
static char *full_path(const char *path)
{
	char *full = realpath(path, NULL);

	if (full && path_ends_with(full, ".part"))
		full[strlen(full) - 5] = '\0';
	return full;
}

/* The absolute path of the log from LOG, LOG.part or their folder, of which it is the first;
 * NULL: there is none. */
static char *find_log(struct resume *r, const char *given)
{
	bool is_part = r->complete || path_ends_with(given, ".part");
	AUTO_FREE char *path = memory_format("%s%s", given, is_part ? "" : ".part");
	bool in_folder = path_is_folder(given);
	AUTO_FREE char *pattern =
		in_folder ? path_pattern(given, r->complete ? "/*.log" : "/*.log.part")
			  : path_pattern(path, "");
	glob_t found = { 0 };
	char *full = NULL;

	glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		/* What a build has written there is none. */
		AUTO_FREE char *text =
			in_folder && r->complete ? file_text(found.gl_pathv[i], NULL) : NULL;

		if ((!text || log_text_is_own(text, strlen(text))) && !r->found++)
			full = full_path(found.gl_pathv[i]);
	}
	globfree(&found);
	return full;
}

/* `arguments` of the log: a JSON array of the words that the run was started with. */
static int parse_arguments(struct resume *r, const char *text, struct err *e)
{
	struct string_list words = { 0 };
	int rc = json_words_parse(text, &words);

	r->argv = words.items;
	r->argc = (int)words.count;
	if (!rc && r->argc > 1)
		r->set = !strcmp(r->argv[1], "run")         ? &run_option_set
			 : !strcmp(r->argv[1], "calibrate") ? &calibrate_option_set
							    : NULL;
	if (!rc && r->argc > 1 && !strcmp(r->argv[1], "doctor"))
		return bd_err(e,
			"%s.part was begun by bdriver doctor, which starts anew each time; "
			"read what it measured with bdriver doctor --from %s.part",
			r->log, r->log);
	if (!r->set)
		return bd_err(e,
			"%s.part does not say what it was started with (metadata key "
			"`arguments`), so it cannot be resumed; give --force to begin anew",
			r->log);
	return 0;
}

/* What the person says now about the output holds; all else was said then. */
static void take_from_now(struct run_settings *then, const struct run_settings *now)
{
	then->shared.quiet = now->shared.quiet;
	then->shared.verbose = now->shared.verbose;
	then->shared.color = now->shared.color;
	then->cpus.no_wait = now->cpus.no_wait;
	then->cpus.wait_ns = now->cpus.wait_ns;
	then->dry_run = now->dry_run;
	then->log.replaces = now->log.force;
	then->log.force = false;
	then->log.resume = NULL;
}

/* The command as it would be typed, its folder and its configuration. */
static char *show(const struct resume *r)
{
	const char *config = r->options.shared.config;
	AUTO(string_list_release) struct string_list words = { 0 };
	AUTO_FREE char *command = NULL;

	for (int i = 1; i < r->argc; i++) {
		AUTO_FREE char *word = terminal_word(r->argv[i]);

		string_list_add(&words, word);
	}
	command = string_list_join(&words, " ");
	return memory_format("bdriver %s, in folder %s, with %s%s", command,
		r->folder ? r->folder : "(not known)", config ? "the configuration " : "",
		config                                                   ? config
		: r->config_hash && !strcmp(r->config_hash, CONFIG_NONE) ? "no configuration"
									 : "its bdriver.ini");
}

static int read_log(
	struct resume *r, const struct run_settings *now, const struct log *log, struct err *e)
{
	const char *seed = log_meta(log, "seed"), *folder = log_meta(log, "directory");
	const char *hash = log_meta(log, "config_hash");
	struct err why;

	if (parse_arguments(r, log_meta(log, "arguments"), e))
		return -1;
	assert(r->set);
	r->folder = folder ? memory_text(folder) : NULL;
	r->config_hash = hash ? memory_text(hash) : NULL;
	r->words = memory_zeroed((size_t)r->argc + 1, sizeof(*r->words));
	r->word_count =
		options_parse(r->set, r->argc - 1, r->argv + 1, &r->options, r->words, &why);
	if (r->word_count < 0)
		return bd_err(e, "%s.part: its `arguments` do not fit this program: %s", r->log,
			why.text);
	if (r->set == &calibrate_option_set) {
		r->options = run_settings_calibrate(&r->options, r->words, r->word_count);
		r->word_count = 0;
	}
	r->shown = show(r);
	take_from_now(&r->options, now);
	/* Another order would begin the plan anew. */
	if (seed && count_parse(seed, 0, INT64_MAX, &r->options.seed, &why))
		return bd_err(e, "%s.part: its `seed`: %s", r->log, why.text);
	return 0;
}

/* Of a run that got more rounds: those that it had, and all. */
#define EXTENDED_META "extended"

#define TRUST         "give --trust-log to continue it nevertheless"

/* Is this how a log names the working directory? One that is not UTF-8 is not found by it. */
static bool is_written_so(const char *folder)
{
	AUTO_FREE char *here = getcwd(NULL, 0),
		       *written = here ? memory_zeroed(strlen(here), 4) : NULL;

	if (!here || text_is_utf8(here, strlen(here)))
		return false;
	text_unescape(written, text_escape(written, here, ESCAPE_VALUE));
	return strcmp(written, folder) == 0;
}

static int check_folder(const struct resume *r, struct err *e)
{
	struct stat then, now;

	if (!r->folder)
		return bd_err(e, "%s.part does not say in which folder it was started; " TRUST,
			r->log);
	if ((stat(r->folder, &then) || stat(".", &now) || then.st_dev != now.st_dev ||
		    then.st_ino != now.st_ino) &&
		!is_written_so(r->folder))
		return bd_err(e,
			"%s.part was started from folder %s, not from this one; go there, "
			"or " TRUST,
			r->log, r->folder);
	return 0;
}

static int check_config(const struct resume *r, const struct run_settings *now, struct err *e)
{
	const char *then = r->options.shared.config, *given = now->shared.config;
	struct file_identity a = file_identity_of(then ? then : CONFIG_DEFAULT);
	struct file_identity b = file_identity_of(given ? given : CONFIG_DEFAULT);

	if (!r->config_hash)
		return bd_err(
			e, "%s.part does not say which configuration it had; " TRUST, r->log);
	if (!file_identity_same(&a, &b))
		return bd_err(e,
			"%s.part was started with another configuration; give %s%s, or " TRUST,
			r->log, then ? "-c " : "no -c", then ? then : "");
	return 0;
}

int resume_trust(struct resume *r, const struct run_settings *now, struct err *e)
{
	if (!now->log.trust_log) {
		r->options.log.config_hash = r->config_hash;
		return run_log_check_owner(r->source, TRUST, e) || check_folder(r, e) ||
				       check_config(r, now, e)
			       ? -1
			       : 0;
	}
	if (r->folder && chdir(r->folder))
		return bd_err(e, "%s: cannot go there to resume the run: %s", r->folder,
			strerror(errno));
	return 0;
}

/* "FROM TO": the last extension of the run. */
static int read_extension(struct resume *r, const struct log *log, struct err *e)
{
	const char *text = log_meta(log, EXTENDED_META);
	unsigned long from, to;
	char *end;

	if (!text)
		return 0;
	from = strtoul(text, &end, 10);
	to = strtoul(end, NULL, 10);
	if (!from || to <= from || to > UINT32_MAX)
		return bd_err(e, "%s.part: its `" EXTENDED_META "` is not two rounds", r->log);
	r->options.extended_from = (uint32_t)from;
	r->options.rounds = (int64_t)to;
	return 0;
}

static uint32_t rounds_of(const struct log *log, bool *staged)
{
	uint32_t most = 0;

	for (size_t i = 0; i < log->benchmark_count; i++)
		for (size_t k = 0; k < log->benchmarks[i].launch_count; k++) {
			const struct launch *launch = &log->benchmarks[i].launches[k];

			most = launch->round > most ? launch->round : most;
			*staged |= launch->stage != 0;
		}
	return most;
}

/* --rounds: a finished run of plain rounds gets more. */
static int extend(
	struct resume *r, const struct run_settings *now, const struct log *log, struct err *e)
{
	bool staged = false;

	r->rounds = rounds_of(log, &staged);
	if (!r->complete)
		return bd_err(e,
			"%s.part was interrupted: resume it first without --rounds, then "
			"give it more",
			r->log);
	if (r->set != &run_option_set || staged || r->options.adaptive ||
		r->options.budget_ns > 0)
		return bd_err(e,
			"%s: only a run with a number of rounds can get more, not one with "
			"two stages, --adaptive, --budget, or a calibration",
			r->log);
	if (now->rounds <= (int64_t)r->rounds)
		return bd_err(e, "%s has %u rounds already: give --rounds a larger number",
			r->log, r->rounds);
	r->options.extended_from = r->rounds;
	r->options.rounds = now->rounds;
	return 0;
}

int resume_reopen(const struct resume *r, const struct builds *builds, struct err *e)
{
	AUTO_FREE char *value =
		memory_format("%u %lld", r->rounds, (long long)r->options.rounds);
	int rc = 0;

	for (size_t i = 0; !rc && i < builds->count; i++)
		rc = log_reopen(
			builds->items[i].log, builds->items[i].part, EXTENDED_META, value, e);
	return rc;
}

int resume_read(struct resume *r, const struct run_settings *now, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	const char *given = now->log.resume;
	int rc;

	r->log = find_log(r, given);
	r->complete = !r->log;
	if (r->complete)
		r->log = find_log(r, given);
	if (r->complete && (!r->log || now->rounds <= 0))
		return bd_err(e, "%s: %s", given,
			r->log ? "this run is complete; --rounds N gives it more rounds"
			: path_is_folder(given) ? "there is no interrupted run in this folder"
						: "there is no interrupted run of this name");
	r->source = memory_format("%s%s", r->log, r->complete ? "" : ".part");
	if (!r->complete && log_writer_unbegun(r->source))
		rc = bd_err(e,
			"%s was interrupted before anything was measured: start the run "
			"again as you did",
			r->source);
	else
		rc = log_read(&log, r->source, LOG_KEEP_SUMMARIES, e);
	if (rc || read_log(r, now, &log, e))
		return -1;
	return now->rounds > 0 ? extend(r, now, &log, e) : read_extension(r, &log, e);
}

void resume_release(struct resume *r)
{
	if (r->words)
		options_release(r->set, &r->options);
	for (int i = 0; i < r->argc; i++)
		free(r->argv[i]);
	free(r->argv);
	free(r->words);
	free(r->config_hash);
	free(r->folder);
	free(r->shown);
	free(r->source);
	free(r->log);
}
