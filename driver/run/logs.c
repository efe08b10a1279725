/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/logs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/run/log.h"
#include "driver/run/run.h"

static bool is_folder(const struct builds *builds)
{
	return builds->count > 1;
}

/* Was the run killed while its logs were made? Then it has no rows to lose. */
static bool killed_while_made(const struct builds *builds)
{
	bool killed = false;

	for (size_t i = 0; i < builds->count; i++) {
		const struct build *build = &builds->items[i];
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

/* Of logs that are named by time; NULL: the working one. */
static const char *default_folder(const struct run_kind *kind, const struct config *config)
{
	return config->output ? config->output : kind->folder;
}

/* A script may begin several runs in a second: the later ones are numbered. */
static char *default_name(const char *ending, const char *folder)
{
	struct tm local;
	char name[64], *path;
	AUTO_FREE char *stem = NULL;

	localtime_r(&(time_t){ time(NULL) }, &local);
	strftime(name, sizeof(name), "bdriver-%Y%m%d-%H%M%S", &local);
	stem = memory_format("%s%s%s", folder ? folder : "", folder ? "/" : "", name);
	path = memory_format("%s%s", stem, ending);
	for (unsigned i = 2; !access(path, F_OK); i++) {
		free(path);
		path = memory_format("%s-%u%s", stem, i, ending);
	}
	return path;
}

static void name_log(struct run *run, const char *resumed)
{
	const char *given = resumed ? resumed : run->settings.log.output;

	run->logs.path = !given ? default_name(is_folder(&run->builds) ? "" : run->kind->ending,
					  default_folder(run->kind, &run->config))
			 : !is_folder(&run->builds) ? memory_text(given)
			 : resumed                  ? path_folder(given)
						    : without_slashes(given);
	for (size_t i = 0; i < run->builds.count; i++) {
		struct build *build = &run->builds.items[i];

		build->log = is_folder(&run->builds)
				     ? memory_format("%s/%s.log", run->logs.path, build->name)
				     : memory_text(run->logs.path);
		build->part = memory_format("%s.part", build->log);
	}
}

static int check_kind(const struct builds *builds, const char *path, struct err *e)
{
	struct stat info;

	if (is_folder(builds) && !stat(path, &info) && !S_ISDIR(info.st_mode))
		return bd_err(e,
			"%s is not a folder: with several builds -o names the folder of their "
			"logs",
			path);
	if (!is_folder(builds) && !lstat(path, &info) && !S_ISREG(info.st_mode))
		return bd_err(e, "%s is not a regular file: -o names the log to create", path);
	return 0;
}

int run_logs_name(struct run *run, const char *resumed, struct err *e)
{
	name_log(run, resumed);
	if (check_kind(&run->builds, run->logs.path, e))
		return -1;
	return resumed || run->settings.dry_run ? 0 : run_logs_refuse(run, e);
}

int run_logs_refuse(struct run *run, struct err *e)
{
	if (run->settings.log.force ||
		(is_folder(&run->builds) && killed_while_made(&run->builds)))
		return 0;
	for (size_t i = 0; i < run->builds.count; i++)
		if (run_log_refuse(&run->builds.items[i],
			    run->kind->resume_with ? run->logs.path : NULL, e))
			return -1;
	return 0;
}

void run_logs_name_errors(struct run *run)
{
	AUTO_FREE char *name =
		memory_format("%s%s", run->logs.path, is_folder(&run->builds) ? "/errors" : "");

	error_file_init(&run->errors, name);
	/* --force replaces what stands beside the logs as well. */
	if (run->settings.log.force)
		unlink(run->errors.path);
}

/* An id for the logs of one run; "" for a single log. */
static char *make_session(bool several, const char *host, int64_t seed)
{
	struct timespec now;

	if (!several)
		return memory_text("");
	clock_gettime(CLOCK_REALTIME, &now);
	return memory_format("%s-%llx%09lx-%llx", host, (unsigned long long)now.tv_sec,
		(unsigned long)now.tv_nsec, (unsigned long long)seed);
}

static int cannot_make(const char *path, struct err *e)
{
	AUTO_FREE char *folder = path_folder(path);
	int error = errno;

	if (error == ENOENT && access(folder, F_OK))
		return bd_err(e, "%s: cannot be made: there is no folder '%s'", path, folder);
	return bd_err(e, "%s: cannot be made: %s", path, strerror(error));
}

int run_logs_create(struct run *run, struct err *e)
{
	const char *own = run->kind->folder;

	if (own && !run->settings.log.output &&
		own == default_folder(run->kind, &run->config) && mkdir(own, 0777) &&
		errno != EEXIST)
		return cannot_make(own, e);
	run->logs.session =
		make_session(is_folder(&run->builds), run->machine.host, run->settings.seed);
	if (is_folder(&run->builds)) {
		if (mkdir(run->logs.path, 0777) && errno != EEXIST)
			return cannot_make(run->logs.path, e);
		if (killed_while_made(&run->builds))
			for (size_t i = 0; i < run->builds.count; i++)
				unlink(run->builds.items[i].part);
	}
	for (size_t i = 0; i < run->builds.count; i++)
		if (run_log_create(run, &run->builds.items[i], e))
			return -1;
	return 0;
}

void run_logs_leave(struct builds *builds)
{
	for (size_t i = 0; i < builds->count; i++)
		log_writer_release(&builds->items[i].writer);
}

int run_logs_unwritable(const struct run *run, const struct err *why)
{
	const struct build *first = &run->builds.items[0];

	for (size_t i = 0; i < run->builds.count; i++)
		if (run->builds.items[i].writer.lost)
			return message_error(EXIT_WRITE, "%s", why->text);
	if (run->kind->resume_with)
		return message_error(EXIT_WRITE,
			"%s; what was measured is kept: make room, then bdriver %s --resume %s",
			why->text, run->kind->resume_with, run->logs.path);
	return message_error(
		EXIT_WRITE, "%s; what was measured is in %s", why->text, first->part);
}

int run_logs_end(struct run *run, struct err *e)
{
	for (size_t i = 0; i < run->builds.count; i++)
		if (run_log_end(run, &run->builds.items[i], e))
			return -1;
	return 0;
}

int run_logs_rename(const struct builds *builds, bool resumed, bool replaces, struct err *e)
{
	for (size_t i = 0; i < builds->count; i++) {
		const struct build *build = &builds->items[i];

		/* Of a run that is resumed some may have their names. */
		if ((!resumed || access(build->part, F_OK) == 0) &&
			run_log_rename(replaces, build, e))
			return -1;
	}
	return 0;
}

const char *run_log_now(const struct build *build)
{
	return access(build->part, F_OK) == 0 ? build->part : build->log;
}

int run_logs_read(
	const struct builds *builds, struct log *logs, enum log_keep keep, struct err *e)
{
	for (size_t i = 0; i < builds->count; i++)
		if (log_read(&logs[i], run_log_now(&builds->items[i]), keep, e))
			return -1;
	return 0;
}

void run_logs_release(const struct builds *builds, struct log *logs)
{
	for (size_t i = 0; i < builds->count; i++)
		log_release(&logs[i]);
}

struct log_benchmark *run_logs_find(const struct builds *builds, struct log *logs,
	const struct subject *subject, size_t build)
{
	return log_find(&logs[build], subject->suite, subject->name, builds->items[build].name);
}
