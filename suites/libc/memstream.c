/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

/* Builds a text of 64 KiB in a stream that grows in memory, one line at a time. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	uint64_t bytes = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *built = NULL;
		size_t size = 0;
		FILE *f = open_memstream(&built, &size);

		if (!f)
			abort();
		for (const char *at = s->text, *end; (end = strchr(at, '\n')); at = end + 1)
			fwrite(at, 1, (size_t)(end + 1 - at), f);
		fclose(f);
		sum = 0;
		for (size_t k = 0; k < size; k += 1000)
			sum += (unsigned char)built[k];
		bytes = size;
		bd_keep(sum);
		free(built);
	}
	bd_result(b, lines_digest(bytes, sum));
}

static int verify(struct bd *b)
{
	struct lines *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < TEXT_SIZE - 1; k += 1000)
		sum += (unsigned char)s->text[k];
	return bd_expect(b, lines_digest(TEXT_SIZE - 1, sum));
}

BD_BENCHMARK("MemstreamLines", run, .tags = "stdio,memory", .setup = lines_setup,
	.teardown = lines_teardown, .verify = verify)
