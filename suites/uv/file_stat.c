/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#include <sys/stat.h>

#define TIMES 10

static const char path[] = "/proc/self/exe";

/* Opens a file, asks for its size, and closes it: ten times. */
static void run(struct bd *b, uint64_t n)
{
	uv_loop_t *loop = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < TIMES; k++) {
			uv_fs_t request;
			uv_file file = uv_fs_open(loop, &request, path, O_RDONLY, 0, NULL);

			must(file);
			uv_fs_req_cleanup(&request);
			must(uv_fs_fstat(loop, &request, file, NULL));
			sum = sum * 3 + request.statbuf.st_size;
			uv_fs_req_cleanup(&request);
			must(uv_fs_close(loop, &request, file, NULL));
			uv_fs_req_cleanup(&request);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(uv_loop_t));
	must(uv_loop_init(b->state));
	b->items = TIMES;
	return access(path, R_OK) == 0 ? 0 : bd_skip(b, "%s cannot be read", path);
}

static void teardown(struct bd *b)
{
	if (b->state)
		loop_end(b->state);
	free(b->state);
}

static int verify(struct bd *b)
{
	struct stat s;
	uint64_t sum = 0;

	if (stat(path, &s) != 0)
		return bd_wrong(b, "%s is gone", path);
	for (unsigned k = 0; k < TIMES; k++)
		sum = sum * 3 + (uint64_t)s.st_size;
	return bd_expect(b, sum);
}

BD_BENCHMARK("FileOpenStat", run, .tags = "file", .setup = setup, .teardown = teardown,
	.verify = verify)
