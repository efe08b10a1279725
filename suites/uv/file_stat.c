/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/file.h"

#define TIMES 10

/* Opens a file, asks for its size, and closes it: ten times. */
static void run(struct bd *b, uint64_t n)
{
	struct file *f = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < TIMES; k++) {
			uv_fs_t request;
			uv_file file =
				uv_fs_open(&f->loop, &request, f->buffer, O_RDONLY, 0, NULL);

			must(file);
			uv_fs_req_cleanup(&request);
			must(uv_fs_fstat(&f->loop, &request, file, NULL));
			sum = sum * 3 + request.statbuf.st_size;
			uv_fs_req_cleanup(&request);
			must(uv_fs_close(&f->loop, &request, file, NULL));
			uv_fs_req_cleanup(&request);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

/* The unnamed file has a path here; the buffer holds it. */
static int setup(struct bd *b)
{
	int status = file_setup(b);
	struct file *f = b->state;

	if (status != 0)
		return status;
	snprintf(f->buffer, FILE_SIZE, "/proc/self/fd/%d", f->fd);
	b->items = TIMES;
	b->bytes = 0;
	return access(f->buffer, R_OK) == 0 ? 0 : bd_skip(b, "%s cannot be read", f->buffer);
}

static int verify(struct bd *b)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < TIMES; k++)
		sum = sum * 3 + FILE_SIZE;
	return bd_expect(b, sum);
}

BD_BENCHMARK("FileOpenStat", run, .tags = "file", .setup = setup, .teardown = file_teardown,
	.verify = verify)
