/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/builder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/child.h"
#include "driver/base/message.h"
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

/* NULL: git cannot. */
static char *check_out_in(const char *tree, const char *hash)
{
	if (!access(tree, F_OK))
		/* Without a .git of its own, git would find the user's repository around it. */
		return git_ask(tree, "--git-dir=.git", "checkout", "--detach", "--force",
			"--quiet", hash);
	free(git_ask(".", "worktree", "prune"));
	return git_ask(".", "worktree", "add", "--detach", tree, hash);
}

/* Puts the commit into the work tree. */
static int check_out(
	const struct bisect *bisect, const struct bisect_commit *commit, struct err *e)
{
	AUTO_FREE char *tree = memory_format("%s/tree", bisect->folder);
	AUTO_FREE char *said = check_out_in(tree, commit->hash);

	if (said)
		return 0;
	/* A git that was killed with an earlier search has left its lock there. */
	builder_end(bisect);
	said = check_out_in(tree, commit->hash);
	if (!said)
		bd_err(e,
			"%s: git cannot check out %s there; the build must leave its .git as "
			"it is; remove the folder to have it made anew",
			tree, commit->hash);
	return said ? 0 : -1;
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

/* The fingerprints of the benchmarks that the words select, with their names; "": one of them
 * is not known. NULL with *e set. The names of the first build are kept. */
static char *read_code(struct bisect *bisect, const char *folder, struct err *e)
{
	const struct bisect_options *o = bisect->options;
	AUTO(builds_release) struct builds builds = { 0 };
	AUTO(config_release) struct config config = { 0 };
	struct string_list codes = { 0 }, names = { 0 };
	struct suites *suites = &builds.items[0].suites;
	bool known = true;
	int rc = config_read(&config, &o->shared, e) ||
		 builds_name(&builds, &(struct asked_builds){ .only = folder }, false, e) ||
		 builds_find(&builds, &config, &o->shared, o->words, o->word_count, e) < 0;
	char *code;

	for (size_t i = 0; !rc && i < suites->count; i++) {
		struct suite *suite = &suites->items[i];

		rc = suite_read_code(suite, &config, folder, e);
		for (size_t k = 0; k < suite->benchmark_count; k++) {
			const struct suite_benchmark *b = &suite->benchmarks[k];

			if (!b->selected)
				continue;
			string_list_addf(&names, "%s/%s", suite->name, b->name);
			string_list_addf(&codes, "%s/%s %s", suite->name, b->name, b->code);
			known &= *b->code != '\0';
		}
	}
	code = string_list_finish(&codes, " ");
	if (!known)
		*code = '\0';
	if (!bisect->names.count) {
		bisect->names = names;
		names = (struct string_list){ 0 };
	}
	string_list_release(&names);
	if (!rc)
		return code;
	free(code);
	return NULL;
}

int builder_build(struct bisect *bisect, struct bisect_commit *commit, struct err *e)
{
	AUTO_FREE char *folder = builder_folder(bisect, commit);
	AUTO_FREE char *done = memory_format("%s.done", folder),
		       *log = memory_format("%s.log", folder);
	AUTO_FREE char *broken = memory_format("%s.broken", folder);
	struct err why;
	int rc = 0;

	if (access(done, F_OK) && access(broken, F_OK)) {
		if (!bisect->options->shared.quiet)
			message_line(stderr, "%.10s is being built", commit->hash);
		rc = run_command(bisect, commit, folder, log, e);
		rc = rc < 0 ? -1 : atomic_file_write(rc ? broken : done, "", e);
	}
	if (rc)
		return -1;
	if (access(done, F_OK)) {
		builder_break(commit, memory_format("the build failed; see %s", log));
		return 0;
	}
	commit->built = BISECT_BUILT;
	commit->code = read_code(bisect, folder, &why);
	if (!commit->code)
		builder_break(commit, memory_text(why.text));
	return 0;
}

void builder_end(const struct bisect *bisect)
{
	AUTO_FREE char *tree = memory_format("%s/tree", bisect->folder);

	if (!access(tree, F_OK))
		free(git_ask(".", "worktree", "remove", "--force", tree));
}
