/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/base/message.h"

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

int output_file_begin(
	struct output_file *file, const char *path, const char *const *inputs, bool force)
{
	struct stat info;
	struct err e;

	*file = (struct output_file){ .path = path };
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
