/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/temporary_file.h"

/* Distinct from what a user may call a copy, as table.html.backup. */
#define MARK ".bdriver"

FILE *atomic_file_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat info;
	FILE *in = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
		in = fdopen(fd, "re");
	if (!in) {
		close(fd);
		errno = ENOTSUP;
	}
	return in;
}

static int cannot_write(const struct atomic_file *kept, struct err *e)
{
	return bd_err(e, "%s: cannot be written: %s", kept->path, strerror(errno));
}

static bool is_of(const char *name, size_t length, const void *ctx)
{
	size_t size = strlen(ctx);

	return length == size + strlen(MARK) && !memcmp(name, ctx, size) &&
	       !memcmp(name + size, MARK, strlen(MARK));
}

static void remove_leftovers(const char *path)
{
	AUTO_FREE char *folder = path_folder(path);

	temporary_file_leftovers(folder, is_of, path_name(path), true);
}

int atomic_file_begin(struct atomic_file *kept, const char *path, struct err *e)
{
	int fd;

	*kept = (struct atomic_file){ .path = path,
		.temporary = memory_format("%s" MARK ".XXXXXX", path) };
	remove_leftovers(path);
	fd = temporary_file_make(kept->temporary);
	kept->out = fd < 0 ? NULL : fdopen(fd, "we");
	if (kept->out)
		return 0;
	cannot_write(kept, e);
	if (fd >= 0)
		close(fd);
	free(kept->temporary);
	return -1;
}

int atomic_file_end(struct atomic_file *kept, struct err *e)
{
	/* Until it has its name, its lock says that it is no leftover. */
	int bad, locked = fcntl(fileno(kept->out), F_DUPFD_CLOEXEC, 0);
	mode_t mask = umask(0);

	umask(mask);
	fchmod(fileno(kept->out), 0666 & ~mask);
	bad = ferror(kept->out);
	bad |= fclose(kept->out);
	bad = bad || rename(kept->temporary, kept->path);
	if (bad) {
		cannot_write(kept, e);
		unlink(kept->temporary);
	}
	if (locked >= 0)
		close(locked);
	free(kept->temporary);
	return bad ? -1 : 0;
}

int atomic_file_write(const char *path, const char *text, struct err *e)
{
	struct atomic_file file;

	if (atomic_file_begin(&file, path, e))
		return -1;
	fputs(text, file.out);
	return atomic_file_end(&file, e);
}
