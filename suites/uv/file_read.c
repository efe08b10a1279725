/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/file.h"

/* Reads 64 KiB in blocks of b->arg bytes, waiting for each. */
static void run(struct bd *b, uint64_t n)
{
	struct file *f = b->state;
	size_t block = (size_t)b->arg;
	uint64_t bytes = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		bytes = sum = 0;
		for (size_t at = 0; at < FILE_SIZE; at += block) {
			uv_fs_t request;
			uv_buf_t room = uv_buf_init(f->buffer + at, (unsigned)block);
			int got = uv_fs_read(
				&f->loop, &request, f->fd, &room, 1, (int64_t)at, NULL);

			must(got);
			bytes += (uint64_t)got;
			sum += (unsigned char)f->buffer[at];
			uv_fs_req_cleanup(&request);
		}
		bd_keep(sum);
	}
	bd_result(b, sum << 32 | bytes);
}

BD_FAMILY("FileReadSync", run, (512, 4096, 65536), .tags = "file", .setup = file_setup,
	.teardown = file_teardown, .verify = file_verify)
