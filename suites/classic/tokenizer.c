/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 400, ROOM = RECORDS * 128 };

/* What a piece of JSON may be; what it counts in the mix. */
enum token { END, PUNCTUATION, STRING, NUMBER, WORD, BAD };

struct state {
	char json[ROOM];
	size_t size;
	uint64_t expected[BAD + 1]; /* how many of each kind, as they were written */
	uint64_t found[BAD + 1];
};

static const char *string_end(const char *p)
{
	while (*p && *p != '"')
		p += *p == '\\' && p[1] ? 2 : 1;
	return *p ? p + 1 : p;
}

static const char *number_end(const char *p)
{
	while ((*p >= '0' && *p <= '9') || *p == '.' || *p == 'e' || *p == '-' || *p == '+')
		p++;
	return p;
}

static enum token next_token(const char **at)
{
	const char *p = *at;

	while (*p == ' ' || *p == '\n')
		p++;
	*at = p + 1;
	switch (*p) {
	case '\0':
		*at = p;
		return END;
	case '{':
	case '}':
	case '[':
	case ']':
	case ',':
	case ':':
		return PUNCTUATION;
	case '"':
		*at = string_end(p + 1);
		return STRING;
	default:
		break;
	}
	if (*p == '-' || (*p >= '0' && *p <= '9')) {
		*at = number_end(p);
		return NUMBER;
	}
	if (*p < 'a' || *p > 'z')
		return BAD;
	while (*p >= 'a' && *p <= 'z')
		p++;
	*at = p;
	return WORD;
}

static uint64_t mix_counts(const uint64_t *count)
{
	return count[PUNCTUATION] | count[STRING] << 16 | count[NUMBER] << 32 |
	       count[WORD] << 48 | count[BAD] << 60;
}

/* Cuts a JSON text into tokens; result: how many there are of each kind. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		const char *at = s->json;
		enum token token;

		for (int k = 0; k <= BAD; k++)
			s->found[k] = 0;
		while ((token = next_token(&at)) != END)
			s->found[token]++;
		bd_clobber();
	}
	bd_result(b, mix_counts(s->found));
}

/* An array of records; the kinds are counted from the way each is written. */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 27;

	s->json[s->size++] = '[';
	for (int k = 0; k < RECORDS; k++) {
		char word[TEXT_LONGEST + 1] = { 0 };
		uint64_t r = bd_random(&random);

		text_word(word, text_pick(&random));
		s->size += (size_t)sprintf(s->json + s->size,
			"%s\n  {\"id\": %d, \"name\": \"a \\\"%s\\\"\", \"open\": %s,"
			" \"rates\": [%d.%02d, -%de-3]}",
			k ? "," : "", k, word, r & 1 ? "true" : "null", (int)(r >> 8 & 255),
			(int)(r >> 16 & 63), (int)(r >> 24 & 1023));
	}
	s->json[s->size++] = ']';
	s->expected[PUNCTUATION] = RECORDS * 12 + RECORDS - 1 + 2;
	s->expected[STRING] = RECORDS * 5;
	s->expected[NUMBER] = RECORDS * 3;
	s->expected[WORD] = RECORDS;
	b->bytes = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	return bd_expect(b, mix_counts(s->expected));
}

BD_BENCHMARK("JsonTokenizer", run, .tags = "text,parse", .setup = setup, .teardown = teardown,
	.verify = verify)
