/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/file.h"

/* Writes 64 KiB in blocks of b->arg bytes over what the file held before. */
static void run(struct bd *b, uint64_t n)
{
	struct file *f = b->state;
	size_t block = (size_t)b->arg;
	uint64_t bytes = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		bytes = sum = 0;
		for (size_t at = 0; at < FILE_SIZE; at += block) {
			uv_fs_t request;
			uv_buf_t piece = uv_buf_init(f->text + at, (unsigned)block);
			int put = uv_fs_write(
				&f->loop, &request, f->fd, &piece, 1, (int64_t)at, NULL);

			must(put);
			bytes += (uint64_t)put;
			sum += (unsigned char)f->text[at];
			uv_fs_req_cleanup(&request);
		}
		bd_keep(sum);
	}
	bd_result(b, sum << 32 | bytes);
}

static int setup(struct bd *b)
{
	int status = file_setup(b);
	struct file *f = b->state;

	/* The file begins as zeros, so that verify sees what was written. */
	if (status == 0 && pwrite(f->fd, f->buffer, FILE_SIZE, 0) != FILE_SIZE)
		return bd_skip(b, "the temporary file cannot be written");
	return status;
}

static int verify(struct bd *b)
{
	struct file *f = b->state;

	if (pread(f->fd, f->buffer, FILE_SIZE, 0) != FILE_SIZE)
		return bd_wrong(b, "the file is too short");
	return file_verify(b);
}

BD_FAMILY("FileWriteSync", run, (512, 4096, 65536), .tags = "file", .setup = setup,
	.teardown = file_teardown, .verify = verify)
