/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the file benchmarks share: an unnamed file of 64 KiB, which stays in the page cache. */
#ifndef UV_FILE_H
#define UV_FILE_H

#include "suites/uv/loop.h"

#define FILE_SIZE 65536

struct file {
	uv_loop_t loop;
	FILE *stream; /* owns the descriptor */
	uv_file fd;
	char *text;   /* what the file holds */
	char *buffer; /* as large as the file */
	uint64_t bytes, digest;
};

static inline int file_setup(struct bd *b)
{
	struct file *f = b->state = bd_alloc(sizeof(*f));
	uint64_t seed = 92;

	must(uv_loop_init(&f->loop));
	f->text = bd_alloc(FILE_SIZE);
	f->buffer = bd_alloc(FILE_SIZE);
	for (size_t k = 0; k < FILE_SIZE; k++)
		f->text[k] = (char)bd_random(&seed);
	f->stream = tmpfile();
	if (!f->stream)
		return bd_skip(b, "no temporary file");
	f->fd = fileno(f->stream);
	if (pwrite(f->fd, f->text, FILE_SIZE, 0) != FILE_SIZE)
		return bd_skip(b, "no room for a temporary file of 64 KiB");
	b->bytes = FILE_SIZE;
	return 0;
}

static inline void file_teardown(struct bd *b)
{
	struct file *f = b->state;

	if (!f)
		return;
	loop_end(&f->loop);
	if (f->stream)
		fclose(f->stream);
	free(f->text);
	free(f->buffer);
	free(f);
}

/* The bytes in blocks of `block` and the sum of the first byte of each. */
static inline uint64_t file_digest(const char *text, size_t block)
{
	uint64_t sum = 0;

	for (size_t at = 0; at < FILE_SIZE; at += block)
		sum += (unsigned char)text[at];
	return sum << 32 | FILE_SIZE;
}

static inline int file_verify(struct bd *b)
{
	struct file *f = b->state;

	if (memcmp(f->text, f->buffer, FILE_SIZE) != 0)
		return bd_wrong(b, "the bytes read are not those written");
	return bd_expect(b, file_digest(f->text, (size_t)b->arg));
}

#endif
