/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/wide.h"

/* Decodes 32 KiB of UTF-8. */
static void run(struct bd *b, uint64_t n)
{
	struct wide *s = b->state;
	uint64_t characters = 0;

	for (uint64_t i = 0; i < n; i++) {
		characters = mbstowcs(s->decoded, s->multibyte, MULTIBYTE_SIZE);
		bd_keep(characters);
		bd_clobber();
	}
	bd_result(b, characters);
}

static int verify(struct bd *b)
{
	struct wide *s = b->state;

	for (size_t k = 0; k < s->characters; k++)
		if (s->decoded[k] != s->wide[k])
			return bd_wrong(
				b, "character %zu is U+%04lX", k, (unsigned long)s->decoded[k]);
	return bd_expect(b, s->characters);
}

BD_BENCHMARK("MbstowcsText", run, .tags = "wide", .setup = wide_setup,
	.teardown = wide_teardown, .verify = verify)
