/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/wide.h"

/* Encodes wide characters as 32 KiB of UTF-8. */
static void run(struct bd *b, uint64_t n)
{
	struct wide *s = b->state;
	uint64_t bytes = 0;

	for (uint64_t i = 0; i < n; i++) {
		bytes = wcstombs(s->encoded, s->wide, MULTIBYTE_SIZE);
		bd_keep(bytes);
		bd_clobber();
	}
	bd_result(b, bytes);
}

static int verify(struct bd *b)
{
	struct wide *s = b->state;

	if (strcmp(s->encoded, s->multibyte) != 0)
		return bd_wrong(b, "the text is not the one that was decoded");
	return bd_expect(b, s->bytes);
}

BD_BENCHMARK("WcstombsText", run, .tags = "wide", .setup = wide_setup,
	.teardown = wide_teardown, .verify = verify)
