/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
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

static void remove_leftovers(const char *path)
{
	AUTO_FREE char *pattern = path_pattern(path, MARK);

	temporary_file_leftovers(pattern, true);
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

static bool is_input(const struct stat *info, const char *const *inputs)
{
	struct stat input;

	for (; *inputs; inputs++)
		if (!stat(*inputs, &input) && input.st_dev == info->st_dev &&
			input.st_ino == info->st_ino)
			return true;
	return false;
}

static int begin_direct(struct output_file *file)
{
	file->out = fopen(file->path, "we");
	return file->out ? 0
			 : message_error(EXIT_WRITE, "%s: cannot be written: %s", file->path,
				   strerror(errno));
}

/* As the kernel refuses with fs.protected_symlinks: in a folder such as /tmp, a link of
 * somebody who is neither the user nor the owner of the folder. */
static bool is_foreign_link(const char *path)
{
	AUTO_FREE char *folder = path_folder(path);
	struct stat link, in;
	bool is_link = !lstat(path, &link) && S_ISLNK(link.st_mode) && !stat(folder, &in);

	return is_link && (in.st_mode & S_ISVTX) && (in.st_mode & S_IWOTH) &&
	       link.st_uid != geteuid() && link.st_uid != in.st_uid;
}

int output_file_begin(
	struct output_file *file, const char *path, const char *const *inputs, bool force)
{
	struct stat info;
	struct err e;

	*file = (struct output_file){ .path = path };
	if (is_foreign_link(path))
		return message_error(EXIT_USAGE,
			"%s is a link of another user, in a folder that all may write to; name "
			"another file",
			path);
	if (!stat(path, &info)) {
		if (is_input(&info, inputs))
			return message_error(EXIT_USAGE,
				"%s is read, so it cannot be the output; name another file",
				path);
		/* /dev/stdout may be a regular file by another name. */
		if (!S_ISREG(info.st_mode) || !strncmp(path, "/dev/", 5))
			return begin_direct(file);
		if (!force)
			return message_error(EXIT_USAGE,
				"%s exists already; give --force to replace it", path);
	}
	/* A link stays, what it points to is replaced. */
	file->target = realpath(path, NULL);
	if (atomic_file_begin(&file->kept, file->target ? file->target : path, &e)) {
		free(file->target);
		return message_error(EXIT_WRITE, "%s", e.text);
	}
	file->out = file->kept.out;
	return 0;
}

int output_file_end(struct output_file *file)
{
	struct err e;
	bool bad;

	if (file->kept.out) {
		bad = atomic_file_end(&file->kept, &e);
		free(file->target);
		return bad ? message_error(EXIT_WRITE, "%s", e.text) : 0;
	}
	bad = ferror(file->out);
	bad |= fclose(file->out);
	return bad ? message_error(EXIT_WRITE, "%s: could not be written completely: %s",
			     file->path, strerror(errno))
		   : 0;
}
