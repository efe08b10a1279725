/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 32768, BUCKETS = 1024, WORDS = SIZE / 2 };

struct word {
	const char *text;
	int length, count, next;
};

struct state {
	char text[SIZE];
	int bucket[BUCKETS], used;
	struct word words[WORDS + 1];
};

static void add(struct state *s, const char *text, int length)
{
	uint32_t hash = 0;

	for (int i = 0; i < length; i++)
		hash = hash * 33 + (unsigned char)text[i];
	int *head = &s->bucket[hash % BUCKETS];
	for (int k = *head; k; k = s->words[k].next) {
		struct word *word = &s->words[k];

		if (word->length == length && !memcmp(word->text, text, (size_t)length)) {
			word->count++;
			return;
		}
	}
	s->words[++s->used] = (struct word){ text, length, 1, *head };
	*head = s->used;
}

static void count_words(struct state *s)
{
	memset(s->bucket, 0, sizeof(s->bucket));
	s->used = 0;
	for (int i = 0; i < SIZE;) {
		int start = i;

		while (i < SIZE && s->text[i] >= 'a' && s->text[i] <= 'z')
			i++;
		if (i > start)
			add(s, s->text + start, i - start);
		else
			i++;
	}
}

/* How often is each word there? Result: different words, and the sum of squared counts. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t squares = 0;

	for (uint64_t i = 0; i < n; i++) {
		count_words(s);
		squares = 0;
		for (int k = 1; k <= s->used; k++)
			squares += (uint64_t)s->words[k].count * (uint64_t)s->words[k].count;
		bd_keep(squares);
	}
	bd_result(b, (uint64_t)s->used << 32 | squares);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 3);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the words and counts neighbours. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	char *copy = bd_alloc(SIZE + 1), *rest = copy, *p;
	char **all = bd_alloc(WORDS * sizeof(*all));
	size_t count = 0, same = 0;
	uint64_t different = 0, squares = 0;

	memcpy(copy, s->text, SIZE);
	while ((p = strsep(&rest, " ,.\n"))) {
		if (*p)
			all[count++] = p;
	}
	qsort(all, count, sizeof(*all), compare);
	for (size_t k = 0; k < count; k++) {
		same++;
		if (k + 1 < count && !strcmp(all[k], all[k + 1]))
			continue;
		different++;
		squares += same * same;
		same = 0;
	}
	free(all);
	free(copy);
	return bd_expect(b, different << 32 | squares);
}

BD_BENCHMARK("WordCount", run, .tags = "text,hash", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
