/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

/* Reads a file of 64 KiB character by character, with a lock taken for each. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	uint64_t bytes = 0, count = 0;

	for (uint64_t i = 0; i < n; i++) {
		int c;

		bytes = count = 0;
		rewind(s->file);
		while ((c = fgetc(s->file)) != EOF) {
			bytes++;
			count += c == '\n';
		}
		bd_keep(bytes);
	}
	bd_result(b, lines_digest(bytes, count));
}

BD_BENCHMARK("FgetcChars", run, .tags = "stdio,file", .setup = lines_setup,
	.teardown = lines_teardown, .verify = lines_verify)
