/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/zstd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "compare/base/memory.h"

#define CHUNK (128u << 10)

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
