/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/wide.h"

/* Walks over 32 KiB of UTF-8 with mbrtowc, one character a call. */
static void run(struct bd *b, uint64_t n)
{
	struct wide *s = b->state;
	uint64_t characters = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		mbstate_t shift;
		const char *at = s->multibyte;
		wchar_t c;

		memset(&shift, 0, sizeof(shift));
		characters = sum = 0;
		for (size_t l; (l = mbrtowc(&c, at, 8, &shift)) > 0 && l < 8; at += l) {
			characters++;
			sum += (uint64_t)c;
		}
		bd_keep(sum);
	}
	bd_result(b, sum << 16 ^ characters);
}

static int verify(struct bd *b)
{
	struct wide *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < s->characters; k++)
		sum += (uint64_t)s->wide[k];
	return bd_expect(b, sum << 16 ^ s->characters);
}

BD_BENCHMARK("MbrtowcChars", run, .tags = "wide", .setup = wide_setup,
	.teardown = wide_teardown, .verify = verify)
