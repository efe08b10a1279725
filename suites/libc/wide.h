/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the multibyte benchmarks share: UTF-8 text in a UTF-8 locale of this thread. */
#ifndef LIBC_WIDE_H
#define LIBC_WIDE_H

#include "suites/libc/data.h"

#include <locale.h>
#include <wchar.h>

#define MULTIBYTE_SIZE 32768

struct wide {
	locale_t locale, before;
	char multibyte[MULTIBYTE_SIZE]; /* ended by '\0' */
	wchar_t wide[MULTIBYTE_SIZE];   /* the same characters, decoded by hand */
	uint64_t characters, bytes;     /* without the '\0' */
	char encoded[MULTIBYTE_SIZE];   /* what the timed functions write */
	wchar_t decoded[MULTIBYTE_SIZE];
};

/* Words, with a character of 2, 3 or 4 bytes after one in four. */
static inline void wide_fill(struct wide *s)
{
	static const char *const odd[] = { "\xc3\xa9", "\xce\xa9", "\xe2\x82\xac",
		"\xf0\x9f\x98\x80" };
	static const wchar_t code[] = { 0xe9, 0x3a9, 0x20ac, 0x1f600 };
	uint64_t seed = 30;
	char *to = s->multibyte;

	while (to < s->multibyte + MULTIBYTE_SIZE - 32) {
		for (const char *w = some_word(&seed); *w; w++) {
			*to++ = *w;
			s->wide[s->characters++] = (wchar_t)*w;
		}
		if (bd_random(&seed) % 4 == 0) {
			size_t k = bd_random(&seed) % 4;

			to = stpcpy(to, odd[k]);
			s->wide[s->characters++] = code[k];
		}
	}
	s->bytes = (uint64_t)(to - s->multibyte);
}

static inline int wide_setup(struct bd *b)
{
	struct wide *s = b->state = bd_alloc(sizeof(*s));

	s->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!s->locale)
		return bd_skip(b, "no locale C.UTF-8");
	s->before = uselocale(s->locale);
	wide_fill(s);
	b->bytes = (double)s->bytes;
	return 0;
}

static inline void wide_teardown(struct bd *b)
{
	struct wide *s = b->state;

	if (s && s->locale) {
		uselocale(s->before);
		freelocale(s->locale);
	}
	free(s);
}

#endif
