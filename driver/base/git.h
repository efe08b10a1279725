/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_GIT_H
#define DRIVER_BASE_GIT_H

/*
 * What `git WORD...` prints in a folder, without its last newline; words end with NULL. NULL if
 * it fails or there is no git. The caller frees it. Variables that would point git to another
 * repository (GIT_DIR ...) have no influence; the index stays as it is.
 */
char *git_ask(const char *folder, const char *const *words);
/* The names of those variables; NULL at the end. */
extern const char *const git_variables[];

#endif
