/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/file.h"

#define REQUESTS 16
#define TIMES    8

static uv_fs_t requests[REQUESTS];

static void on_read(uv_fs_t *request)
{
	struct file *f = request->data;
	size_t number = (size_t)(request - requests);

	must((int)request->result);
	f->bytes += (uint64_t)request->result;
	f->digest += (unsigned char)f->buffer[number * (FILE_SIZE / REQUESTS)];
	uv_fs_req_cleanup(request);
}

static void read_once(struct file *f)
{
	unsigned block = FILE_SIZE / REQUESTS;

	for (unsigned k = 0; k < REQUESTS; k++) {
		uv_buf_t room = uv_buf_init(f->buffer + (size_t)k * block, block);

		requests[k].data = f;
		must(uv_fs_read(
			&f->loop, &requests[k], f->fd, &room, 1, (int64_t)k * block, on_read));
	}
	uv_run(&f->loop, UV_RUN_DEFAULT);
}

/* Reads 64 KiB eight times, with 16 requests at a time in the thread pool. */
static void run(struct bd *b, uint64_t n)
{
	struct file *f = b->state;

	for (uint64_t i = 0; i < n; i++) {
		f->bytes = f->digest = 0;
		for (unsigned k = 0; k < TIMES; k++)
			read_once(f);
		bd_keep(f->digest);
	}
	bd_result(b, f->digest << 32 | f->bytes);
}

static int setup(struct bd *b)
{
	int status = file_setup(b);

	b->bytes = TIMES * (double)FILE_SIZE;
	return status;
}

static int verify(struct bd *b)
{
	struct file *f = b->state;

	if (memcmp(f->text, f->buffer, FILE_SIZE) != 0)
		return bd_wrong(b, "the bytes read are not those written");
	return bd_expect(b, TIMES * file_digest(f->text, FILE_SIZE / REQUESTS));
}

BD_BENCHMARK("FileReadPool", run, .tags = "file,thread", .setup = setup,
	.teardown = file_teardown, .verify = verify)
