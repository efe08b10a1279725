/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/base/path.h"
#include "driver/base/revision.h"
#include "driver/cli/options.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/request/builds.h"
#include "driver/suite/code.h"
#include "driver/suite/suite.h"

/* --build is a line for it. */
#define BUILD_SHELL "/bin/sh"

char *builder_folder(const struct bisect *bisect, const struct bisect_commit *commit)
{
	return memory_format("%s/builds/%s", bisect->folder, commit->hash);
}

/* Puts the commit into the work tree. */
static int check_out(
	const struct bisect *bisect, const struct bisect_commit *commit, struct err *e)
{
	AUTO_FREE char *tree = memory_format("%s/tree", bisect->folder);
	char *said = NULL;

	if (access(tree, F_OK)) {
		free(git_ask(".", (const char *const[]){ "worktree", "prune", NULL }));
		said = git_ask(".", (const char *const[]){ "worktree", "add", "--detach", tree,
					    commit->hash, NULL });
	} else {
		/* Without a .git of its own, git would find the user's repository around it. */
		said = git_ask(
			tree, (const char *const[]){ "--git-dir=.git", "checkout", "--detach",
				      "--force", "--quiet", commit->hash, NULL });
	}
	if (!said)
		bd_err(e,
			"%s: git cannot check out %s there; the build must leave its .git as "
			"it is; remove the folder to have it made anew",
			tree, commit->hash);
	if (!said)
		return -1;
	free(said);
	return 0;
}

static int mark(const char *path, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return bd_err(e, "%s: cannot be made: %s", path, strerror(errno));
	close(fd);
	return 0;
}

void builder_break(struct bisect_commit *commit, char *why)
{
	commit->built = BISECT_BROKEN;
	free(commit->why);
	commit->why = why;
}

/* Runs CMD. 1: it failed. */
static int run_command(struct bisect *bisect, const struct bisect_commit *commit,
	const char *folder, const char *log, struct err *e)
{
	AUTO_FREE char *tree = memory_format("%s/tree", bisect->folder);
	AUTO_FREE char *revision = memory_format("BDRIVER_REVISION=%s", commit->hash);
	AUTO_FREE char *out = memory_format("BDRIVER_BUILD=%s", folder);
	const struct child child = { .program = BUILD_SHELL,
		.words = (const char *const[]){ "sh", "-c", bisect->options->build, NULL },
		.folder = tree,
		.env = (const char *const[]){ revision, out, NULL },
		.without = git_variables,
		.out = log,
		.in_group = true };
	int code = -1;

	if (!path_make_folder(folder, 0777, e) && !check_out(bisect, commit, e))
		code = child_run(&child, e);
	bisect->builds++;
	return code < 0 ? -1 : code != 0;
}

/* The names and fingerprints of the benchmarks that the words select. */
static int read_codes(struct bisect *bisect, const char *folder, struct string_list *names,
	struct string_list *codes, struct err *e)
{
	struct shared_options shared = { 0 };
	AUTO(builds_release) struct builds builds = { 0 };
	AUTO(config_release) struct config config = { 0 };
	const struct bisect_options *o = bisect->options;
	struct suites *suites = &builds.items[0].suites;
	int rc = config_read(&config, o->config, e);

	builds_name_one(&builds, folder);
	shared.list_timeout_ns = o->list_timeout_ns;
	if (!rc && builds_find(&builds, &config, &shared, o->words, o->word_count, e) < 0)
		rc = -1;
	for (size_t i = 0; !rc && i < suites->count; i++) {
		struct suite *suite = &suites->items[i];

		rc = suite_read_code(suite, &config, folder, e);
		for (size_t k = 0; k < suite->benchmark_count; k++) {
			if (!suite->benchmarks[k].selected)
				continue;
			string_list_addf(
				names, "%s/%s", suite->name, suite->benchmarks[k].name);
			string_list_add(codes, suite->benchmarks[k].code);
		}
	}
	return rc;
}

/* "": one of them is not known. */
static char *join_codes(const struct string_list *codes)
{
	for (size_t i = 0; i < codes->count; i++)
		if (!*codes->items[i])
			return memory_text("");
	return string_list_join(codes, " ");
}

static bool same_names(const struct string_list *a, const struct string_list *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; same && i < a->count; i++)
		same = !strcmp(a->items[i], b->items[i]);
	return same;
}

static void take_codes(struct bisect *bisect, struct bisect_commit *commit, const char *folder)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO(string_list_release) struct string_list codes = { 0 };
	struct err why;

	if (read_codes(bisect, folder, &names, &codes, &why)) {
		builder_break(commit, memory_text(why.text));
	} else {
		commit->built = BISECT_BUILT;
		commit->code = join_codes(&codes);
		if (!bisect->names.count) {
			bisect->names = names;
			names = (struct string_list){ 0 };
		} else if (!same_names(&names, &bisect->names)) {
			/* The order or number may differ; what counts is measured by name. */
			free(commit->code);
			commit->code = memory_text("");
		}
	}
}

int builder_build(struct bisect *bisect, struct bisect_commit *commit, struct err *e)
{
	AUTO_FREE char *folder = builder_folder(bisect, commit);
	AUTO_FREE char *done = memory_format("%s.done", folder),
		       *log = memory_format("%s.log", folder);
	AUTO_FREE char *broken = memory_format("%s.broken", folder);
	int rc = 0;

	if (access(done, F_OK) && access(broken, F_OK)) {
		rc = run_command(bisect, commit, folder, log, e);
		rc = rc < 0 ? -1 : mark(rc ? broken : done, e);
	}
	if (!rc && access(done, F_OK))
		builder_break(commit, memory_format("the build failed; see %s", log));
	else if (!rc)
		take_codes(bisect, commit, folder);
	return rc;
}

void builder_end(const struct bisect *bisect)
{
	AUTO_FREE char *tree = memory_format("%s/tree", bisect->folder);

	if (!access(tree, F_OK))
		free(git_ask(".",
			(const char *const[]){ "worktree", "remove", "--force", tree, NULL }));
}
