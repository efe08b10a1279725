/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/error_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"

void error_file_init(struct error_file *file, const char *log)
{
	*file = (struct error_file){ .path = memory_format("%s.err", log), .fd = -1 };
}

void error_file_release(struct error_file *file)
{
	if (file->path && file->fd >= 0)
		close(file->fd);
	free(file->path);
	*file = (struct error_file){ .fd = -1 };
}

/* Where the last `lines` lines begin. */
static size_t find_tail(const char *text, size_t size, unsigned lines)
{
	size_t start = size;

	while (start > 0 && size - start < ERROR_TAIL_MAX) {
		if (text[start - 1] == '\n' && lines-- == 0)
			break;
		start--;
	}
	return start;
}

/* terminal_clean() takes whole lines: newlines are what stays. */
static void append_clean(char **all, char *line)
{
	AUTO_FREE char *clean = terminal_clean(line);
	char *longer = memory_format("%s%s%s", *all, **all ? "\n" : "", clean);

	free(*all);
	*all = longer;
}

char *error_tail(const char *text, size_t size, unsigned lines)
{
	char *all = memory_text("");
	AUTO_FREE char *copy = NULL;
	char *rest, *line;
	size_t start;

	while (size && (text[size - 1] == '\n' || text[size - 1] == '\0'))
		size--;
	start = find_tail(text, size, lines - 1);
	copy = memory_zeroed(size - start + 1, 1);
	memcpy(copy, text + start, size - start);
	for (size_t i = 0; i < size - start; i++)
		if (!copy[i])
			copy[i] = '?';
	rest = copy;
	while ((line = strsep(&rest, "\n")) && size > start)
		append_clean(&all, line);
	return all;
}

static void write_text(struct error_file *file, const char *text)
{
	size_t left = strlen(text);

	while (left) {
		ssize_t n = write(file->fd, text, left);

		if (n <= 0)
			return;
		text += n;
		left -= (size_t)n;
		file->size += (size_t)n;
	}
}

/* What is there may be a pipe: opening it must not block. */
static int open_file(struct error_file *file)
{
	struct stat info;
	int fd = open(file->path,
		O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);

	if (fd < 0)
		return -1;
	if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
		close(fd);
		return -1;
	}
	file->fd = fd;
	return 0;
}

bool error_file_exists(const struct error_file *file)
{
	struct stat info;

	return !lstat(file->path, &info) && S_ISREG(info.st_mode) && info.st_size > 0;
}

void error_file_add(
	struct error_file *file, const struct log_row *row, const struct job_result *result)
{
	AUTO_FREE char *tail = NULL, *text = NULL, *title = NULL, *clean = NULL;

	if (file->full)
		return;
	if (file->fd < 0 && open_file(file)) {
		file->full = true;
		return;
	}
	title = memory_format("%s/%s%s%s, round %u, attempt %u: %s %s", row->suite,
		row->benchmark, *row->build ? ", build " : "", row->build, row->launch.round,
		row->launch.attempt, outcome_name((enum outcome)row->launch.status),
		row->evidence.detail ? row->evidence.detail : "");
	clean = terminal_clean(title);
	tail = error_tail(result->errors, result->errors_size, ERROR_LINES_MAX);
	text = memory_format("== %s\n%s%s%s", clean, tail, *tail ? "\n" : "",
		result->errors_cut ? "(stderr has a limit: what came then is lost)\n" : "");
	write_text(file, text);
	file->full = file->size >= ERROR_FILE_MAX;
}
