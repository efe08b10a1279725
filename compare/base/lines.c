/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/lines.h"

#include "compare/base/gzip.h"
#include "compare/base/memory.h"
#include "compare/base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK_SIZE     (256u << 10)
#define WRITER_WAIT_MS 10000
/* More than so often its size is no log, from so many bytes on: numbers pack to a third, rows
 * that are alike to a fiftieth. */
#define UNPACKED_RATIO 200
#define UNPACKED_FREE  (4u << 20)

/*
 * Reads of a pipe wait for its writer. A named pipe without a writer counts as empty after a
 * moment, as an endless wait would explain nothing.
 */
static void wait_for_writer(int fd)
{
	struct pollfd pipe = { .fd = fd, .events = POLLIN };

	poll(&pipe, 1, WRITER_WAIT_MS);
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
}

static int open_packed(struct lines *lines, struct err *e)
{
	if (zstd_made(lines->fd))
		lines->zstd = zstd_open(lines->fd);
	if (!gzip_made(lines->fd))
		return 0;
	lines->gzip = gzdopen(lines->fd, "r");
	return lines->gzip ? 0 : bd_err(e, "%s: no memory to unpack it", lines->path);
}

static ssize_t read_gzip(struct lines *lines, char *to, size_t room)
{
	int n = gzread(lines->gzip, to, (unsigned)(room < CHUNK_SIZE ? room : CHUNK_SIZE)),
	    code;

	gzerror(lines->gzip, &code);
	/* A file that was cut short ends early without an error. */
	if (n >= 0 && (code == Z_OK || code == Z_STREAM_END))
		return n;
	if (code != Z_ERRNO)
		errno = EBADMSG;
	return -1;
}

int lines_open(struct lines *lines, const char *path, struct err *e)
{
	bool is_input = strcmp(path, "-") == 0;
	struct stat st;

	lines->path = path = is_input ? "standard input" : path;
	lines->from_file = true;
	/* Opening a FIFO without O_NONBLOCK would wait for a writer. */
	lines->fd = is_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
			     : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (lines->fd < 0)
		return bd_err(e, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(lines->fd, &st) < 0)
		return bd_err(e, "%s: cannot be read: %s", path, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return bd_err(e, "%s: is a directory; name the log file in it", path);
	if (S_ISFIFO(st.st_mode) && !is_input)
		wait_for_writer(lines->fd);
	else if (!S_ISREG(st.st_mode) && !is_input)
		return bd_err(e, "%s: is a device, not a log file", path);
	lines->packed = (uint64_t)st.st_size;
	return S_ISREG(st.st_mode) && !is_input ? open_packed(lines, e) : 0;
}

int lines_open_file(struct lines *lines, const char *path, struct err *e)
{
	struct stat info;

	if (!stat(path, &info) && !S_ISREG(info.st_mode))
		return bd_err(e, "%s: is not a regular file", path);
	return lines_open(lines, path, e);
}

void lines_open_buffer(struct lines *lines, const char *path, const char *data, size_t size)
{
	lines->path = path;
	lines->data = data;
	lines->data_left = size;
}

/* Does a file of `packed` bytes hold more than data of ours could: to fill memory or a disk? */
static bool is_bomb(uint64_t packed, uint64_t unpacked)
{
	return unpacked > UNPACKED_FREE && unpacked / UNPACKED_RATIO > packed;
}

static ssize_t read_packed(struct lines *lines, char *to, size_t room)
{
	ssize_t n = lines->gzip ? read_gzip(lines, to, room) : zstd_read(lines->zstd, to, room);

	lines->unpacked += n > 0 ? (uint64_t)n : 0;
	if (n <= 0 || !is_bomb(lines->packed, lines->unpacked))
		return n;
	errno = EFBIG;
	return -1;
}

static ssize_t read_source(struct lines *lines, char *to, size_t room)
{
	ssize_t n;

	if (!lines->from_file) {
		n = (ssize_t)(room < lines->data_left ? room : lines->data_left);
		if (n > 0)
			memcpy(to, lines->data, (size_t)n);
		lines->data += n;
		lines->data_left -= (size_t)n;
		return n;
	}
	if (lines->gzip || lines->zstd)
		return read_packed(lines, to, room);
	do
		n = read(lines->fd, to, room);
	while (n < 0 && errno == EINTR);
	return n;
}

/* Reads more behind the content of the buffer; one byte stays free for a terminator. */
static int fill_buffer(struct lines *lines, struct err *e)
{
	ssize_t n;

	if (lines->start > 0) {
		lines->end -= lines->start;
		memmove(lines->buffer, lines->buffer + lines->start, lines->end);
		lines->start = 0;
	}
	if (lines->capacity < lines->end + CHUNK_SIZE / 2 + 1)
		lines->buffer = memory_grow(
			lines->buffer, &lines->capacity, lines->end + CHUNK_SIZE, 1);
	n = read_source(lines, lines->buffer + lines->end, lines->capacity - lines->end - 1);
	if (n < 0 && lines->unpacked && errno == EFBIG)
		return bd_err(e,
			"%s: unpacks to more than %d times its size, which no log does; "
			"unpack it yourself if it is one",
			lines->path, UNPACKED_RATIO);
	if (n < 0)
		return bd_err(e, "%s: cannot be read: %s", lines->path,
			errno == EBADMSG
				? "it is damaged or cut short; restore it from a copy, "
				  "or leave it out"
				: strerror(errno));
	lines->end += (size_t)n;
	lines->at_end = n == 0;
	return 0;
}

/* Reads until there are so many bytes, or all. */
static int fill_to(struct lines *lines, size_t size, struct err *e)
{
	while (!lines->at_end && lines->end < size)
		if (fill_buffer(lines, e) < 0)
			return -1;
	return 0;
}

/* A source in UTF-16 is converted as a whole. */
static int find_encoding(struct lines *lines, struct err *e)
{
	char *wide;

	if (fill_to(lines, 2, e) < 0)
		return -1;
	if (!utf16_begins(lines->buffer, lines->end))
		return 0;
	if (fill_to(lines, SIZE_MAX, e) < 0)
		return -1;
	wide = lines->buffer;
	lines->buffer = utf8_of_utf16(wide, lines->end, &lines->end);
	lines->capacity = lines->end + 1;
	free(wide);
	return 0;
}

int lines_head(struct lines *lines, const char **head, size_t *size, struct err *e)
{
	if (find_encoding(lines, e) < 0 || fill_to(lines, LINES_HEAD_MAX, e) < 0)
		return -1;
	if (lines->end >= 3 && memcmp(lines->buffer, "\xEF\xBB\xBF", 3) == 0)
		lines->start = 3;
	lines->buffer[lines->end] = '\0';
	*head = lines->buffer + lines->start;
	*size = lines->end - lines->start;
	if (*size > LINES_HEAD_MAX)
		*size = LINES_HEAD_MAX;
	return 0;
}

static void give_line(struct lines *lines, size_t size, bool newline)
{
	lines->text = lines->buffer + lines->start;
	lines->start += size + newline;
	if (newline && size > 0 && lines->text[size - 1] == '\r')
		size--;
	lines->text[size] = '\0';
	lines->size = size;
	lines->torn = !newline;
	lines->too_long = size > LINE_SIZE_MAX;
	lines->number++;
}

/* Keeps the beginning of the line and drops the rest of it, so that memory stays bounded. */
static int skip_rest(struct lines *lines, struct err *e)
{
	char *newline = NULL;
	size_t kept = 4096;

	lines->too_long = true;
	while (!newline && !lines->at_end) {
		lines->end = lines->start + kept;
		if (fill_buffer(lines, e) < 0)
			return -1;
		newline = memchr(lines->buffer + lines->start + kept, '\n',
			lines->end - lines->start - kept);
	}
	lines->text = lines->buffer + lines->start;
	lines->start = newline ? (size_t)(newline + 1 - lines->buffer) : lines->end;
	lines->text[kept - 1] = '\0';
	lines->size = kept - 1;
	lines->torn = !newline;
	lines->number++;
	return 1;
}

int lines_next(struct lines *lines, struct err *e)
{
	size_t seen = 0, held;
	char *newline;

	for (;;) {
		held = lines->end - lines->start;
		newline = held > seen ? memchr(lines->buffer + lines->start + seen, '\n',
						held - seen)
				      : NULL;
		if (newline) {
			give_line(
				lines, (size_t)(newline - lines->buffer) - lines->start, true);
			return 1;
		}
		if (lines->at_end)
			break;
		if (held > LINE_SIZE_MAX)
			return skip_rest(lines, e);
		seen = held;
		if (fill_buffer(lines, e) < 0)
			return -1;
	}
	if (held == 0)
		return 0;
	give_line(lines, held, false);
	return 1;
}

bool lines_is_text(const struct lines *lines)
{
	return !lines->too_long && !memchr(lines->text, '\0', lines->size) &&
	       text_is_utf8(lines->text, lines->size);
}

int lines_more(struct lines *lines, struct err *e)
{
	if (!lines->at_end && fill_buffer(lines, e) < 0)
		return -1;
	if (lines->buffer)
		lines->buffer[lines->end] = '\0';
	return lines->at_end ? 0 : 1;
}

void lines_release(struct lines *lines)
{
	free(lines->buffer);
	zstd_close(lines->zstd);
	if (lines->gzip)
		gzclose(lines->gzip);
	else if (lines->from_file && lines->fd >= 0)
		close(lines->fd);
	memset(lines, 0, sizeof(*lines));
}
