/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the stdio benchmarks share: an unnamed file with lines of text and what is in it. */
#ifndef LIBC_LINES_H
#define LIBC_LINES_H

#include "suites/libc/data.h"

#include <stdio.h>

#define TEXT_SIZE ((size_t)64 * 1024)

struct lines {
	FILE *file;
	char *text; /* the same as in the file, ended by '\0' */
	uint64_t count;
};

static inline int lines_setup(struct bd *b)
{
	struct lines *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 26;
	size_t next = 0;

	s->text = text_make(TEXT_SIZE, 27);
	for (size_t i = 0; i + 1 < TEXT_SIZE; i++)
		if (i >= next && s->text[i] == ' ') {
			s->text[i] = '\n';
			next = i + bd_random(&seed) % 100;
		}
	s->text[TEXT_SIZE - 2] = '\n';
	for (const char *c = s->text; *c; c++)
		s->count += *c == '\n';
	s->file = tmpfile();
	if (!s->file || fwrite(s->text, 1, TEXT_SIZE - 1, s->file) != TEXT_SIZE - 1 ||
		fflush(s->file) != 0)
		return bd_skip(b, "no room for a temporary file of 64 KiB");
	b->bytes = (double)TEXT_SIZE;
	return 0;
}

static inline void lines_teardown(struct bd *b)
{
	struct lines *s = b->state;

	if (!s)
		return;
	if (s->file)
		fclose(s->file);
	free(s->text);
	free(s);
}

/* What an iteration boils down to: bytes and lines. */
static inline uint64_t lines_digest(uint64_t bytes, uint64_t count)
{
	return bytes << 32 | count;
}

static inline int lines_verify(struct bd *b)
{
	struct lines *s = b->state;

	return bd_expect(b, lines_digest(TEXT_SIZE - 1, s->count));
}

#endif
