/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/search.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/revision.h"

/* "HASH TAB SUBJECT" of a commit; NULL if there is none. */
static char *ask(const char *name, struct err *e)
{
	AUTO_FREE char *commit = memory_format("%s^{commit}", name);
	char *text =
		git_ask(".", "show", "-s", "--format=%H%x09%s", "--end-of-options", commit);

	/* A range would be several commits, and what is left out of one none. */
	if (!text || !strchr(text, '\t') || strchr(text, '\n')) {
		free(text);
		text = NULL;
		bd_err(e,
			"git knows no commit '%s' here; bisect works in the repository of the "
			"working directory",
			name);
	}
	return text;
}

/* "HASH PARENT... TAB SUBJECT", the parents as they please. */
static void add_line(struct bisect *bisect, const char *line)
{
	bisect->commits[bisect->count++] = (struct bisect_commit){
		.hash = memory_format("%.*s", (int)strcspn(line, " \t"), line),
		.subject = memory_text(strchr(line, '\t') + 1),
		.share = NAN,
		.same_as = SIZE_MAX
	};
}

int search_read_range(struct bisect *bisect, struct err *e)
{
	const struct bisect_options *o = bisect->options;
	AUTO_FREE char *good = ask(o->good, e), *bad = good ? ask(o->bad, e) : NULL;
	AUTO(string_list_release) struct string_list lines = { 0 };
	AUTO_FREE char *range = NULL, *text = NULL;
	size_t size;

	if (!bad)
		return -1;
	size = strcspn(good, "\t");
	range = memory_format("%.*s..%.*s", (int)size, good, (int)strcspn(bad, "\t"), bad);
	text = git_ask(
		".", "log", "--first-parent", "--reverse", "--format=%H %P%x09%s", range);
	string_list_split(&lines, text ? text : "", "\n");
	if (!lines.count)
		return bd_err(e, "there is no commit between %s and %s", o->good, o->bad);
	/* Else the two lie on different branches. */
	if (strncmp(lines.items[0] + size + 1, good, size) != 0)
		return bd_err(e,
			"%s does not come before %s along first parents; name two commits of "
			"one branch, the good one first",
			o->good, o->bad);
	bisect->commits = memory_zeroed(lines.count + 1, sizeof(*bisect->commits));
	add_line(bisect, good);
	for (size_t i = 0; i < lines.count; i++)
		add_line(bisect, lines.items[i]);
	return 0;
}

size_t search_middle(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx)
{
	size_t middle = low + (high - low) / 2;

	for (size_t far = 0; far < high - low; far++) {
		if (middle + far < high && middle + far > low && may(ctx, middle + far))
			return middle + far;
		if (middle > low + far && may(ctx, middle - far))
			return middle - far;
	}
	return high;
}

/* So long a search waits for what a killed one left running. */
#define WAIT_MS 10000
#define STEP_MS 20

/* What is searched for. A line of its own for each, so that people can read it. */
static char *text_of(const struct bisect *bisect)
{
	const struct bisect_options *o = bisect->options;
	struct string_list lines = { 0 };

	string_list_addf(&lines, "good: %s", bisect->commits[0].hash);
	string_list_addf(&lines, "bad: %s", bisect->commits[bisect->count - 1].hash);
	string_list_addf(&lines, "build: %s", o->build);
	if (o->launch_time_ns >= 0)
		string_list_addf(&lines, "launch time: %" PRId64 "ns", o->launch_time_ns);
	for (int i = 0; i < o->word_count; i++)
		string_list_addf(&lines, "benchmark: %s", o->words[i]);
	string_list_add(&lines, "");
	return string_list_finish(&lines, "\n");
}

/* Files that git checks out replace what is there: the folder must be one that a search made.
 */
static int check_tree(const char *folder, struct err *e)
{
	AUTO_FREE char *tree = memory_format("%s/tree", folder);

	return access(tree, F_OK) ? 0
				  : bd_err(e,
					    "%s is there, and not of a search; name another "
					    "folder with -o",
					    tree);
}

static int make_folders(struct bisect *bisect, struct err *e)
{
	static const char *const below[] = { "builds", "measured" };
	int rc = 0;

	if (path_make_folder(bisect->options->folder, 0777, e))
		return -1;
	bisect->folder = realpath(bisect->options->folder, NULL);
	if (!bisect->folder)
		return bd_err(e, "%s: %s", bisect->options->folder, strerror(errno));
	for (size_t i = 0; !rc && i < ARRAY_SIZE(below); i++) {
		AUTO_FREE char *path = memory_format("%s/%s", bisect->folder, below[i]);

		rc = path_make_folder(path, 0777, e);
	}
	return rc;
}

/*
 * A search that is killed leaves its build or run behind, which still writes to the folder and
 * the work tree. These inherit the lock, so it is free when they have ended. What never ends,
 * as a server that a build starts, is not waited for.
 */
static void wait_for_others(struct bisect *bisect)
{
	AUTO_FREE char *path = memory_format("%s/lock", bisect->options->folder);

	bisect->lock = open(path, O_RDWR | O_CREAT, 0666);
	for (int ms = 0; bisect->lock >= 0 && ms < WAIT_MS; ms += STEP_MS) {
		if (!flock(bisect->lock, LOCK_EX | LOCK_NB))
			break;
		if (!ms && !bisect->options->shared.quiet)
			message_line(stderr,
				"bdriver: waits for what an earlier search in %s left "
				"running",
				bisect->options->folder);
		usleep(STEP_MS * 1000);
	}
}

/* A search holds this lock while it lives; what it starts does not inherit it. */
static int own_folder(struct bisect *bisect, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/owner", bisect->options->folder);
	bool taken;

	bisect->owner = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	taken = bisect->owner >= 0 && flock(bisect->owner, LOCK_EX | LOCK_NB) &&
		errno == EWOULDBLOCK;
	return taken ? bd_err(e,
			       "another search works in %s now: wait for it, or name another "
			       "folder with -o",
			       bisect->options->folder)
		     : 0;
}

int search_open(struct bisect *bisect, struct err *e)
{
	const char *history = bisect->options->history;
	AUTO_FREE char *path = memory_format("%s/search", bisect->options->folder);
	AUTO_FREE char *search = text_of(bisect), *before = file_text(path, NULL);
	int rc = 0;

	if (before && strcmp(before, search) != 0)
		rc = bd_err(e,
			"%s is of another search (%s tells which); name another folder with "
			"-o, or remove it",
			bisect->options->folder, path);
	else if (!before)
		rc = check_tree(bisect->options->folder, e);
	rc = rc ? rc : make_folders(bisect, e);
	if (!rc)
		rc = own_folder(bisect, e);
	if (!rc)
		wait_for_others(bisect);
	if (!rc && !before)
		rc = atomic_file_write(path, search, e);
	else if (!rc && !bisect->options->shared.quiet)
		message_line(stderr, "bdriver: goes on with the search in %s",
			bisect->options->folder);
	if (!rc && history)
		rc = store_open(&bisect->store, history, DATABASE_WRITE, e);
	return rc;
}
