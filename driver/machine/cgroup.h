/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_CGROUP_H
#define DRIVER_MACHINE_CGROUP_H

#include <stdbool.h>

#include "harness/base/err.h"

/* The tree of cgroup v2. */
struct cgroup_place {
	char *mount; /* folder of the topmost group that can be seen */
	char *own;   /* group of this process below it: "" or "/a/b" */
};

/* From the texts of /proc/self/mountinfo and /proc/self/cgroup. */
int cgroup_find(
	struct cgroup_place *place, const char *mountinfo, const char *groups, struct err *e);
/* The same, of this process. */
int cgroup_find_own(struct cgroup_place *place, struct err *e);
void cgroup_release(struct cgroup_place *place);

/* A file of a group. The text up to the first newline; the caller frees it; NULL: none. */
char *cgroup_read(const char *group, const char *file);
/* Returns 0 or an errno. */
int cgroup_write(const char *group, const char *file, const char *text);
/* Is `word` one of the words of the file? */
bool cgroup_has_word(const char *group, const char *file, const char *word);

#endif
