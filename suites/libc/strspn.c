/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define SIZE ((size_t)16 * 1024)

static size_t (*volatile span)(const char *, const char *) = strspn;
static size_t (*volatile other)(const char *, const char *) = strcspn;

/* Cuts a text into runs of vowels and runs of anything else. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t runs = 0, vowels = 0;

	for (uint64_t i = 0; i < n; i++) {
		const char *at = b->state;

		runs = vowels = 0;
		while (*at) {
			size_t l;

			at += other(at, "aeiou");
			l = span(at, "aeiou");
			vowels += l;
			runs += l > 0;
			at += l;
		}
		bd_keep(vowels);
	}
	bd_result(b, vowels << 32 | runs);
}

static int setup(struct bd *b)
{
	b->state = text_make(SIZE, 11);
	b->bytes = (double)SIZE;
	return 0;
}

static int is_vowel(char c)
{
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

static int verify(struct bd *b)
{
	const char *text = b->state;
	uint64_t runs = 0, vowels = 0;

	for (size_t i = 0; text[i]; i++) {
		vowels += (uint64_t)is_vowel(text[i]);
		runs += is_vowel(text[i]) && (i == 0 || !is_vowel(text[i - 1]));
	}
	return bd_expect(b, vowels << 32 | runs);
}

BD_BENCHMARK("StrspnVowels", run, .tags = "string", .setup = setup, .teardown = free_state,
	.verify = verify)
