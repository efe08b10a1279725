/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/temporary_file.h"

#define TRIES 10

void scratch_remove(const char *path)
{
	char *const paths[] = { (char *)path, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

	for (FTSENT *entry; tree && (entry = fts_read(tree));) {
		if (entry->fts_info == FTS_DP)
			rmdir(entry->fts_accpath);
		else if (entry->fts_info == FTS_D)
			chmod(entry->fts_accpath, 0700); /* before it is opened */
		else
			unlink(entry->fts_accpath);
	}
	if (tree)
		fts_close(tree);
}

/* An open file that holds the lock of the folder; -1 with errno: somebody else has it, or there
 * are no locks. */
static int lock_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		int error = errno;

		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

/* Below `parent`, with the name of this machine: some shared file systems lock on one machine
 * only. */
static char *path_below(const char *parent, const char *use, const char *end)
{
	struct utsname machine;

	uname(&machine);
	return memory_format("%s/bdriver-%s-%s-%s", parent, use, machine.nodename, end);
}

static bool is_own(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_uid == geteuid();
}

/* Removes the folders of this user whose process has ended. */
static void sweep(const char *parent, const char *use)
{
	AUTO_FREE char *pattern = path_below(parent, use, "??????");
	glob_t found;

	if (!glob(pattern, GLOB_NOSORT, NULL, &found)) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			int fd = lock_folder(found.gl_pathv[i]);

			if (fd >= 0 && is_own(fd))
				scratch_remove(found.gl_pathv[i]);
			if (fd >= 0)
				close(fd);
		}
		globfree(&found);
	}
}

/* Another process may sweep the folder before it is locked: then there is a next one. */
static bool make_locked(struct scratch *s, const char *parent, const char *use)
{
	for (int tries = 0; tries < TRIES; tries++) {
		int error = 0;

		s->folder = path_below(parent, use, "XXXXXX");
		if (!mkdtemp(s->folder))
			return false;
		s->lock = lock_folder(s->folder);
		if (s->lock < 0)
			error = errno;
		if (error != EWOULDBLOCK && access(s->folder, F_OK) == 0)
			return true;
		if (s->lock >= 0)
			close(s->lock);
		free(s->folder);
		s->folder = NULL;
		errno = EBUSY;
	}
	return false;
}

int scratch_make(struct scratch *s, const char *parent, const char *use, struct err *e)
{
	if (!parent)
		parent = temporary_folder();
	*s = (struct scratch){ .lock = -1 };
	sweep(parent, use);
	if (make_locked(s, parent, use))
		return 0;
	free(s->folder);
	*s = (struct scratch){ .lock = -1 };
	return bd_err(e, "%s: no folder can be made there: %s", parent, strerror(errno));
}

void scratch_release(struct scratch *s)
{
	if (s->folder) {
		scratch_remove(s->folder);
		if (s->lock >= 0)
			close(s->lock);
	}
	free(s->folder);
	*s = (struct scratch){ .lock = -1 };
}
