/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 32768, BUCKETS = 4096, SHORTEST = 4, LONGEST = 255 };

struct state {
	char text[SIZE], decoded[SIZE];
	int last[BUCKETS]; /* where a text with this hash was seen, plus 1 */
	unsigned char packed[SIZE * 2];
};

static unsigned bucket(const char *p)
{
	uint32_t word;

	memcpy(&word, p, sizeof(word));
	return word * 2654435761U >> 20;
}

static int match_length(const char *a, const char *b, int most)
{
	int length = 0;

	while (length < most && a[length] == b[length])
		length++;
	return length;
}

/* A literal is 0 and its letter; a match is its length and two bytes of distance. */
static size_t pack(struct state *s)
{
	unsigned char *out = s->packed;

	memset(s->last, 0, sizeof(s->last));
	for (int i = 0; i < SIZE;) {
		int length = 0, from = 0, most = SIZE - i < LONGEST ? SIZE - i : LONGEST;

		if (most >= SHORTEST) {
			unsigned k = bucket(s->text + i);

			from = s->last[k] - 1;
			s->last[k] = i + 1;
			if (from >= 0)
				length = match_length(s->text + from, s->text + i, most);
		}
		if (length < SHORTEST) {
			*out++ = 0;
			*out++ = (unsigned char)s->text[i++];
			continue;
		}
		*out++ = (unsigned char)length;
		*out++ = (unsigned char)((i - from) >> 8);
		*out++ = (unsigned char)(i - from);
		i += length;
	}
	return (size_t)(out - s->packed);
}

/* Compresses 32 KiB of text, greedily; result: the compressed size. */
static void run(struct bd *b, uint64_t n)
{
	size_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		size = pack(b->state);
		bd_keep(size);
	}
	bd_result(b, size);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 2);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* Unpacks again; the packed bytes that this takes are the size that was claimed. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t used = 0;

	for (int i = 0; i < SIZE; used += s->packed[used] ? 3 : 2) {
		const unsigned char *p = s->packed + used;
		int length = p[0], distance = p[1] << 8 | p[2];

		if (!length)
			s->decoded[i++] = (char)p[1];
		for (; length > 0; length--, i++)
			s->decoded[i] = s->decoded[i - distance];
	}
	if (memcmp(s->text, s->decoded, SIZE) != 0)
		return bd_wrong(b, "the unpacked text differs");
	if (used > SIZE * 3 / 4)
		return bd_wrong(b, "hardly compressed: %zu bytes", used);
	return bd_expect(b, used);
}

BD_BENCHMARK("Lz77", run, .tags = "codec,text", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
