/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/error_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/terminal.h"

void error_file_init(struct error_file *file, const char *log)
{
	*file = (struct error_file){ .path = memory_format("%s.err", log) };
}

void error_file_release(struct error_file *file)
{
	if (file->out)
		fclose(file->out);
	free(file->path);
	*file = (struct error_file){ 0 };
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

char *error_tail(const char *text, size_t size, unsigned lines)
{
	struct string_list all = { 0 };
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
	/* terminal_clean() takes whole lines: newlines are what stays. */
	while ((line = strsep(&rest, "\n")) && size > start) {
		AUTO_FREE char *clean = terminal_clean(line);

		string_list_add(&all, clean);
	}
	return string_list_finish(&all, "\n");
}

/* What is there may be a pipe: opening it must not block. */
static int open_file(struct error_file *file)
{
	struct stat info;
	int fd = open(file->path,
		O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);

	file->out =
		fd >= 0 && !fstat(fd, &info) && S_ISREG(info.st_mode) ? fdopen(fd, "a") : NULL;
	if (!file->out && fd >= 0)
		close(fd);
	return file->out ? 0 : -1;
}

bool error_file_exists(const struct error_file *file)
{
	struct stat info;

	return !lstat(file->path, &info) && S_ISREG(info.st_mode) && info.st_size > 0;
}

void error_file_add(
	struct error_file *file, const struct log_row *row, const struct job_result *result)
{
	AUTO_FREE char *tail = NULL, *title = NULL, *clean = NULL;
	int size;

	if (file->full)
		return;
	if (!file->out && open_file(file)) {
		file->full = true;
		return;
	}
	title = memory_format("%s/%s%s%s, round %u, attempt %u: %s %s", row->suite,
		row->benchmark, *row->build ? ", build " : "", row->build, row->launch.round,
		row->launch.attempt, outcome_name((enum outcome)row->launch.status),
		row->evidence.detail ? row->evidence.detail : "");
	clean = terminal_clean(title);
	tail = error_tail(result->errors, result->errors_size, ERROR_LINES_MAX);
	size = fprintf(file->out, "== %s\n%s%s%s", clean, tail, *tail ? "\n" : "",
		result->errors_cut ? "(stderr has a limit: what came then is lost)\n" : "");
	fflush(file->out);
	file->size += size > 0 ? (size_t)size : 0;
	file->full = file->size >= ERROR_FILE_MAX;
}
