/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input data for the benchmarks of this suite; the same on every machine and in every launch.
 */
#ifndef LIBC_DATA_H
#define LIBC_DATA_H

#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

/* Two blocks of the same size; `from` holds random bytes, `to` zeros. */
struct buffers {
	unsigned char *from;
	unsigned char *to;
};

static inline struct buffers *buffers_make(struct bd *b, size_t size)
{
	struct buffers *s = bd_alloc(sizeof(*s));
	uint64_t seed = 42;

	s->from = bd_alloc(size);
	s->to = bd_alloc(size);
	for (size_t i = 0; i < size; i++)
		s->from[i] = (unsigned char)bd_random(&seed);
	b->state = s;
	return s;
}

static inline void buffers_teardown(struct bd *b)
{
	struct buffers *s = b->state;

	if (s) {
		free(s->from);
		free(s->to);
		free(s);
	}
}

/* One of 64 words, most of them short, as in English text. */
static inline const char *some_word(uint64_t *seed)
{
	static const char *const words[64] = { "a", "the", "of", "and", "to", "in", "is", "it",
		"that", "was", "for", "on", "are", "with", "as", "his", "they", "be", "at",
		"one", "have", "this", "from", "or", "had", "by", "hot", "but", "some", "what",
		"there", "we", "can", "out", "other", "were", "all", "your", "when", "use",
		"word", "how", "said", "each", "which", "time", "their", "will", "way", "about",
		"many", "then", "them", "would", "write", "like", "these", "long", "measure",
		"uncertain", "benchmark", "processor", "instruction", "optimisation" };

	return words[bd_random(seed) % 64];
}

/* A string of exactly size - 1 characters: words with one space between them. Free it. */
static inline char *text_make(size_t size, uint64_t seed)
{
	char *text = bd_alloc(size);
	size_t at = 0;

	while (at + 1 < size) {
		const char *w = some_word(&seed);

		while (*w && at + 1 < size)
			text[at++] = *w++;
		if (at + 1 < size)
			text[at++] = ' ';
	}
	return text;
}

/* Strings of a fixed slot size: words joined by '-', a third of them equal to the one before.
 */
#define SLOT 32
static inline char *strings_make(size_t count, uint64_t seed)
{
	char *all = bd_alloc(count * SLOT);

	for (size_t i = 0; i < count; i++) {
		char *s = all + i * SLOT, *end;

		if (i && bd_random(&seed) % 3 == 0) {
			memcpy(s, s - SLOT, SLOT);
			continue;
		}
		end = stpcpy(s, some_word(&seed));
		*end++ = '-';
		stpcpy(end, some_word(&seed));
	}
	return all;
}

/* Tear-down for a state that is one block. */
static inline void free_state(struct bd *b)
{
	free(b->state);
}

#endif
