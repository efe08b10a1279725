/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_REVISION_H
#define DRIVER_BASE_REVISION_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/base/err.h"

/* What git says of a commit. Zeroed it may be released. */
struct revision {
	char *hash, *author, *subject; /* owned */
	int64_t committed;             /* seconds since 1970 */
	/* Commits from the first one to it, along first parents; -1: the clone is shallow.
	 * Dates of commits do not give an order: a merge brings old ones. */
	int64_t height;
};

/* Asks git of the work tree at `repository` for a commit by any name. */
int revision_ask(
	struct revision *revision, const char *repository, const char *name, struct err *e);
void revision_release(struct revision *revision);

/* The top of the work tree that a folder lies in; NULL: none, or no git. The caller frees it.
 */
char *revision_tree(const char *folder);
/* Does a file that is under version control differ from its commit? */
bool revision_modified(const char *tree);

/*
 * What `git WORD...` prints in a folder, without its last newline. NULL if it fails or there is
 * no git. The caller frees it. Variables that would point git to another
 * repository (GIT_DIR ...) have no influence; the index stays as it is.
 */
#define git_ask(folder, ...) git_ask_words(folder, (const char *const[]){ __VA_ARGS__, NULL })
char *git_ask_words(const char *folder, const char *const *words);
/* The names of those variables; NULL at the end. */
extern const char *const git_variables[];

#endif
