/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/write.h"

#include "compare/base/gzip.h"
#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "harness/base/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Takes a half-written line back, so that the log ends with a whole one. */
static int log_cannot_write(struct log_writer *writer, int error, struct err *e)
{
	if (ftruncate(writer->fd, writer->size) < 0)
		return bd_err(e, "%s: cannot be written: %s; its last line is cut short",
			writer->path, strerror(error));
	return bd_err(e, "%s: cannot be written: %s; the rows before stay readable",
		writer->path, strerror(error));
}

static int log_lost(struct log_writer *writer, const char *what, struct err *e)
{
	writer->lost = true;
	return bd_err(e, "%s: was %s while it was written", writer->path, what);
}

/* Is the file still in its place, with exactly the content written so far? */
static int check_log_file(struct log_writer *writer, struct err *e)
{
	struct stat own, there;

	if (fstat(writer->fd, &own) < 0)
		return bd_err(e, "%s: cannot be written: %s", writer->path, strerror(errno));
	if (own.st_nlink == 0)
		return log_lost(writer, "removed", e);
	if (stat(writer->path, &there) < 0)
		return errno == ENOENT || errno == ENOTDIR ? log_lost(writer, "moved away", e)
							   : 0;
	if (own.st_dev != there.st_dev || own.st_ino != there.st_ino)
		return log_lost(writer, "replaced", e);
	if (own.st_size != writer->size)
		return log_lost(writer, "changed by another program", e);
	return 0;
}

static int flush_line(struct log_writer *writer, struct err *e)
{
	size_t done = 0, size = writer->line.size;

	writer->line.size = 0;
	if (check_log_file(writer, e) < 0)
		return -1;
	while (done < size) {
		ssize_t n = write(writer->fd, writer->line.text + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return log_cannot_write(writer, n < 0 ? errno : ENOSPC, e);
		done += (size_t)n;
	}
	writer->size += (off_t)size;
	return 0;
}

/*
 * False where another process holds it. A launch that was starting when its driver was killed
 * keeps the file open until it executes its program. On a file system without locks the lock is
 * always granted.
 */
static bool take_lock(int fd)
{
	const struct timespec pause = { 0, 20000000 };

	for (int i = 0; i < 50; i++) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static int open_file(struct log_writer *writer, const char *path, int flags, struct err *e)
{
	const char *slash = strrchr(path, '/');
	AUTO_FREE char *folder = memory_format("%.*s", slash ? (int)(slash - path) : 0, path);

	writer->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY | flags, 0666);
	if (writer->fd < 0 && errno == ENOENT && *folder && flags & O_CREAT) {
		if (access(folder, F_OK) && errno == ENOENT)
			return bd_err(e, "%s: cannot be created: there is no folder '%s'", path,
				folder);
		errno = ENOENT; /* such as /proc, where nothing can be created */
	}
	if (writer->fd < 0)
		return bd_err(e,
			flags & O_CREAT ? "%s: cannot be created: %s; -o names another place"
					: "%s: cannot be opened: %s",
			path, strerror(errno));
	writer->open = true;
	writer->path = memory_text(path);
	if (!take_lock(writer->fd))
		return bd_err(e, "%s: another bdriver is writing it", path);
	return 0;
}

bool log_writer_in_use(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	bool in_use = fd >= 0 && !take_lock(fd);

	if (fd >= 0)
		close(fd);
	return in_use;
}

int log_writer_create(struct log_writer *writer, const char *path, struct err *e)
{
	if (open_file(writer, path, O_CREAT | O_EXCL, e) < 0)
		return -1;
	writer->line.size = 0;
	log_line_put(&writer->line, BD_LOG_FIRST_LINE "\n");
	return 0;
}

/* The content of an interrupted log. */
struct found {
	bool header, ended;
	size_t rows;
	size_t torn; /* bytes of a last line without its newline */
};

static int scan_line(
	struct lines *lines, const char *header, struct found *found, struct err *e)
{
	if (lines->too_long)
		return bd_err(e, "%s:%u: the line is too long; start a new log", lines->path,
			lines->number);
	if (lines->torn) {
		found->torn = lines->size;
		return 0;
	}
	if (lines->size == 0)
		return 0;
	if (lines->text[0] == '#') {
		found->ended = found->ended || strncmp(lines->text, "# end:", 6) == 0;
		return 0;
	}
	found->rows += found->header;
	if (!found->header && strcmp(lines->text, header) != 0)
		return bd_err(e,
			"%s:%u: cannot be continued: its columns are not those that this "
			"bdriver writes; start a new log",
			lines->path, lines->number);
	found->header = true;
	return 0;
}

static int scan_file(const char *path, unsigned extra, struct found *found, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(log_line_release) struct log_line header = { 0 };
	int rc = lines_open(&lines, path, e), more;

	log_line_header(&header, extra);
	header.text[header.size - 1] = '\0';
	while (rc == 0 && (more = lines_next(&lines, e)) != 0)
		rc = more < 0 ? -1 : scan_line(&lines, header.text, found, e);
	if (rc == 0 && found->ended)
		return bd_err(e, "%s: is complete; there is nothing to continue", path);
	return rc;
}

/* Metadata of a log, or the torn beginning of it. */
static bool is_before_header(const struct lines *lines)
{
	size_t size = lines->torn && lines->size < strlen(BD_LOG_FIRST_LINE)
			      ? lines->size
			      : strlen(BD_LOG_FIRST_LINE);

	if (lines->number == 1 &&
		(lines->size < size || strncmp(lines->text, BD_LOG_FIRST_LINE, size) != 0))
		return false;
	return lines->torn || (!lines->too_long && lines->text[0] == '#');
}

/* Does the file hold only lines that stand before rows? The header with `extra` may be one of
 * them; NO_HEADER: none. */
#define NO_HEADER UINT_MAX
static bool is_rowless(const char *path, unsigned extra)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(log_line_release) struct log_line header = { 0 };
	struct stat info;
	struct err e;
	bool rowless =
		!lstat(path, &info) && S_ISREG(info.st_mode) && !lines_open(&lines, path, &e);
	int more = 0;

	log_line_header(&header, extra == NO_HEADER ? 0 : extra);
	header.text[header.size - 1] = '\0';
	while (rowless && (more = lines_next(&lines, &e)) > 0)
		rowless = is_before_header(&lines) || (extra != NO_HEADER && lines.number > 1 &&
							      !strcmp(lines.text, header.text));
	return rowless && !more;
}

bool log_writer_unbegun(const char *path)
{
	return is_rowless(path, NO_HEADER);
}

bool log_writer_unmeasured(const char *path)
{
	return is_rowless(path, 0) || is_rowless(path, LOG_NODE);
}

int log_writer_resume(struct log_writer *writer, const char *path, struct err *e)
{
	struct found found = { 0 };
	struct stat st;

	if (scan_file(path, writer->extra, &found, e) < 0 || open_file(writer, path, 0, e) < 0)
		return -1;
	if (fstat(writer->fd, &st) < 0 ||
		ftruncate(writer->fd, st.st_size - (off_t)found.torn) < 0)
		return bd_err(e, "%s: cannot be continued: %s", path, strerror(errno));
	writer->size = st.st_size - (off_t)found.torn;
	writer->rows = found.rows;
	writer->begun = found.header;
	return found.header ? 0 : log_writer_header(writer, e);
}

int log_writer_meta(
	struct log_writer *writer, const char *key, const char *value, struct err *e)
{
	log_line_meta(&writer->line, key, value);
	return writer->begun ? flush_line(writer, e) : 0;
}

void log_writer_put(struct log_writer *writer, const char *key, const char *format, ...)
{
	AUTO_FREE char *value = NULL;
	va_list args;

	va_start(args, format);
	value = memory_format_list(format, args);
	va_end(args);
	log_line_meta(&writer->line, key, value);
}

int log_writer_header(struct log_writer *writer, struct err *e)
{
	log_line_header(&writer->line, writer->extra);
	writer->begun = true;
	return flush_line(writer, e);
}

int log_writer_row(struct log_writer *writer, const struct log_row *row, struct err *e)
{
	log_line_row(&writer->line, row, writer->extra);
	if (flush_line(writer, e) < 0)
		return -1;
	writer->rows++;
	return 0;
}

int log_writer_rows(
	struct log_writer *writer, const char *text, size_t size, size_t rows, struct err *e)
{
	log_line_put_bytes(&writer->line, text, size);
	if (flush_line(writer, e) < 0)
		return -1;
	writer->rows += rows;
	return 0;
}

int log_writer_end(struct log_writer *writer, struct err *e)
{
	char rows[32];
	int rc;

	snprintf(rows, sizeof(rows), "%zu", writer->rows);
	log_line_meta(&writer->line, "end", rows);
	if (flush_line(writer, e) < 0)
		return -1;
	/* Some file systems report a full disk only here. */
	rc = fsync(writer->fd) < 0 && errno != EINVAL && errno != EROFS ? errno : 0;
	writer->open = false;
	if (close(writer->fd) < 0 && !rc)
		rc = errno;
	if (rc)
		return bd_err(e, "%s: cannot be written: %s", writer->path, strerror(rc));
	return 0;
}

void log_writer_release(struct log_writer *writer)
{
	if (writer->open)
		close(writer->fd);
	free(writer->path);
	log_line_release(&writer->line);
	memset(writer, 0, sizeof(*writer));
}

#define END_LINE "# end: "
#define END_MOST 64 /* bytes of that line */

/* Where the last line begins if it is the end; -1. */
static long find_end(FILE *log)
{
	char tail[END_MOST + 1], *at;
	long size, begin;
	size_t n;

	if (fseek(log, 0, SEEK_END) || (size = ftell(log)) < 0)
		return -1;
	begin = size > END_MOST ? size - END_MOST : 0;
	if (fseek(log, begin, SEEK_SET))
		return -1;
	n = fread(tail, 1, END_MOST, log);
	if (!n || tail[n - 1] != '\n')
		return -1;
	tail[n - 1] = '\0';
	at = strrchr(tail, '\n');
	at = at ? at + 1 : tail;
	return strncmp(at, END_LINE, strlen(END_LINE)) == 0 ? begin + (at - tail) : -1;
}

static int replace_end(FILE *log, const char *part, const char *line, struct err *e)
{
	long end = find_end(log);

	if (end < 0)
		return bd_err(e, "%s: its last line is not \"# end\"", part);
	if (fflush(log) || ftruncate(fileno(log), end) || fseek(log, end, SEEK_SET) ||
		fputs(line, log) < 0 || fflush(log) || fsync(fileno(log)))
		return bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	return 0;
}

int log_reopen(
	const char *path, const char *part, const char *key, const char *value, struct err *e)
{
	AUTO_FREE char *line = memory_format("# %s: %s\n", key, value);
	struct stat info;
	FILE *log = NULL;
	int rc;

	if (!lstat(part, &info))
		rc = bd_err(e, "%s is there already", part);
	else if (rename(path, part))
		rc = bd_err(e, "%s: cannot be renamed to %s: %s", path, part, strerror(errno));
	else if (gzip_unpack(part, e))
		rc = -1;
	else if (!(log = fopen(part, "r+e")))
		rc = bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	else
		rc = replace_end(log, part, line, e);
	if (log && fclose(log) && !rc)
		rc = bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	return rc;
}
