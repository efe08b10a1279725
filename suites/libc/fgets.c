/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

/* Reads a file of 64 KiB line by line into a buffer of fixed size. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	uint64_t bytes = 0, count = 0;

	for (uint64_t i = 0; i < n; i++) {
		char line[512];

		bytes = count = 0;
		rewind(s->file);
		while (fgets(line, sizeof(line), s->file)) {
			bytes += strlen(line);
			count++;
		}
		bd_keep(bytes);
	}
	bd_result(b, lines_digest(bytes, count));
}

BD_BENCHMARK("FgetsLines", run, .tags = "stdio,file", .setup = lines_setup,
	.teardown = lines_teardown, .verify = lines_verify)
