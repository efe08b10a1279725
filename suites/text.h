/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input that looks like prose, for compressors, hashes and searches: words of a made-up
 * vocabulary, short and early ones far more often, with commas, full stops and line ends.
 */
#ifndef SUITES_TEXT_H
#define SUITES_TEXT_H

#include "harness/bench.h"

enum {
	TEXT_WORDS = 512, /* size of the vocabulary */
	TEXT_LONGEST = 12
};

/* Writes word number index of the vocabulary (not terminated), returns its length. */
static inline size_t text_word(char *out, unsigned index)
{
	static const char vowels[] = "eaoiu", consonants[] = "tnsrhldcmfpgwybvkxjqz";
	uint64_t state = 77 + (uint64_t)index * 1000003;
	size_t length = 2 + bd_random(&state) % (index < 64 ? 4 : TEXT_LONGEST - 2);

	for (size_t i = 0; i < length; i++) {
		uint64_t r = bd_random(&state);

		if ((i + index) % 2 == 0)
			out[i] = vowels[(r % 5) * (r >> 32 & 1)];
		else
			out[i] = consonants[r % 21 * (1 + (r >> 32) % 3) / 3];
	}
	return length;
}

/* Few words are frequent, many are rare: the product of two random numbers. */
static inline unsigned text_pick(uint64_t *state)
{
	uint64_t r = bd_random(state);

	return (unsigned)((r & 0xffff) * (r >> 16 & 0xffff) * TEXT_WORDS >> 32);
}

/* Fills exactly size bytes; the same seed gives the same text. Not terminated. */
static inline void text_fill(char *out, size_t size, uint64_t seed)
{
	char word[TEXT_LONGEST + 2];
	size_t used = 0, column = 0;

	while (used < size) {
		size_t length = text_word(word, text_pick(&seed));
		uint64_t r = bd_random(&seed) % 100;

		if (r < 6)
			word[length++] = r < 2 ? '.' : ',';
		column += length + 1;
		word[length++] = column > 72 ? '\n' : ' ';
		if (column > 72)
			column = 0;
		for (size_t i = 0; i < length && used < size; i++)
			out[used++] = word[i];
	}
}

#endif
