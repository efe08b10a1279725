/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

/* Reads a file of 64 KiB in blocks of b->arg bytes and looks at the last byte of each. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	size_t block = (size_t)b->arg;
	uint64_t bytes = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		unsigned char buffer[16384];
		size_t got;

		bytes = sum = 0;
		rewind(s->file);
		while ((got = fread(buffer, 1, block, s->file)) > 0) {
			bytes += got;
			sum += buffer[got - 1];
		}
		bd_keep(bytes);
	}
	bd_result(b, lines_digest(bytes, sum));
}

static int verify(struct bd *b)
{
	struct lines *s = b->state;
	uint64_t sum = 0;

	for (size_t i = 0; i + 1 < TEXT_SIZE; i++)
		if ((i + 1) % (size_t)b->arg == 0 || i + 2 == TEXT_SIZE)
			sum += (unsigned char)s->text[i];
	return bd_expect(b, lines_digest(TEXT_SIZE - 1, sum));
}

BD_FAMILY("Fread", run, (64, 1024, 16384), .tags = "stdio,file", .setup = lines_setup,
	.teardown = lines_teardown, .verify = verify)
