/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/gzip.h"

#include "compare/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define CHUNK (128u << 10)

bool gzip_made(int fd)
{
	unsigned char begin[2];

	return pread(fd, begin, 2, 0) == 2 && begin[0] == 0x1f && begin[1] == 0x8b;
}

/* zlib reads what is not compressed, and writes with mode T, as it stands. */
static int copy(gzFile in, gzFile out, char *chunk)
{
	int n;

	errno = 0;
	while ((n = gzread(in, chunk, CHUNK)) > 0)
		if (gzwrite(out, chunk, (unsigned)n) != n)
			return -1;
	return n < 0 ? -1 : 0;
}

static int copy_to(int from, int to, const char *mode)
{
	gzFile in = gzdopen(dup(from), "rb"), out = gzdopen(dup(to), mode);
	/* After a failed write, zlib reads it once more when it closes. */
	AUTO_FREE char *chunk = memory_zeroed(CHUNK, 1);
	int rc = in && out ? copy(in, out, chunk) : -1;

	if (in && gzclose_r(in) != Z_OK)
		rc = -1;
	if (out && gzclose_w(out) != Z_OK)
		rc = -1;
	return rc ? rc : fsync(to);
}

static int convert(const char *path, bool pack, struct err *e)
{
	/* Always the same name: what a kill left is written over. */
	AUTO_FREE char *part = memory_format("%s~", path);
	int from = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), to = -1, rc = 0;
	struct stat info;

	if (from < 0 || fstat(from, &info)) {
		rc = bd_err(e, "%s: cannot be read: %s", path, strerror(errno));
	} else if (gzip_made(from) != pack) {
		to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
		/* Level 3 packs a log of numbers nearly as small as 6, in a third of the time.
		 */
		if (to < 0 || copy_to(from, to, pack ? "wb3" : "wbT") ||
			fchmod(to, info.st_mode & 07777) || rename(part, path)) {
			rc = bd_err(e, "%s: cannot be %s: %s", path,
				pack ? "compressed" : "decompressed",
				strerror(errno ? errno : EIO));
			if (to >= 0)
				unlink(part);
		}
	}
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return rc;
}

int gzip_pack(const char *path, struct err *e)
{
	return convert(path, true, e);
}

int gzip_unpack(const char *path, struct err *e)
{
	return convert(path, false, e);
}

struct zstd_file {
	int fd;
	ZSTD_DStream *stream;
	ZSTD_inBuffer in;
	bool within; /* a frame that has not ended */
	char chunk[CHUNK];
};

bool zstd_made(int fd)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	unsigned char begin[4];

	return pread(fd, begin, 4, 0) == 4 && memcmp(begin, magic, 4) == 0;
}

struct zstd_file *zstd_open(int fd)
{
	struct zstd_file *file = memory_zeroed(1, sizeof(*file));

	file->fd = fd;
	file->stream = ZSTD_createDStream();
	file->in.src = file->chunk;
	return file;
}

static int fill(struct zstd_file *file)
{
	ssize_t n;

	do
		n = read(file->fd, file->chunk, CHUNK);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -1;
	file->in.size = (size_t)n;
	file->in.pos = 0;
	return n > 0;
}

ssize_t zstd_read(struct zstd_file *file, char *to, size_t room)
{
	ZSTD_outBuffer out = { .dst = to, .size = room };
	int more = 1;

	while (room && !out.pos) {
		size_t left;

		if (file->in.pos == file->in.size)
			more = fill(file);
		if (more < 0)
			return -1;
		if (!more && !file->within)
			return 0;
		left = ZSTD_decompressStream(file->stream, &out, &file->in);
		if (ZSTD_isError(left) || (!more && left && !out.pos)) {
			errno = EBADMSG; /* as of a damaged gzip file */
			return -1;
		}
		file->within = left != 0;
	}
	return (ssize_t)out.pos;
}

void zstd_close(struct zstd_file *file)
{
	if (file)
		ZSTD_freeDStream(file->stream);
	free(file);
}
