/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

/* Reads a file of 64 KiB with getline; the buffer is allocated anew in each iteration. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	uint64_t bytes = 0, count = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *line = NULL;
		size_t room = 0;
		ssize_t length;

		bytes = count = 0;
		rewind(s->file);
		while ((length = getline(&line, &room, s->file)) > 0) {
			bytes += (uint64_t)length;
			count++;
		}
		bd_keep(bytes);
		free(line);
	}
	bd_result(b, lines_digest(bytes, count));
}

BD_BENCHMARK("GetlineLines", run, .tags = "stdio,file", .setup = lines_setup,
	.teardown = lines_teardown, .verify = lines_verify)
