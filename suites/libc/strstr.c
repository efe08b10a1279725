/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define SIZE    ((size_t)128 * 1024)
#define NEEDLES 8

static char *(*volatile find)(const char *, const char *) = strstr;

static const char *const needles[NEEDLES] = { "the", "benchmark", "uncertain processor",
	"zebra", "instruction by instruction by", " a a a a a ", "optimisation", "is it" };

/* Looks for eight phrases, some common, some missing; adds up where each is found first. */
static void run(struct bd *b, uint64_t n)
{
	const char *text = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < NEEDLES; k++) {
			const char *at = find(text, needles[k]);

			sum = sum * 31 + (at ? (uint64_t)(at - text) : SIZE);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	b->state = text_make(SIZE, 5);
	return 0;
}

static uint64_t find_slowly(const char *text, const char *needle)
{
	for (size_t at = 0; text[at]; at++) {
		size_t k = 0;

		while (needle[k] && text[at + k] == needle[k])
			k++;
		if (!needle[k])
			return at;
	}
	return SIZE;
}

static int verify(struct bd *b)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < NEEDLES; k++)
		sum = sum * 31 + find_slowly(b->state, needles[k]);
	return bd_expect(b, sum);
}

BD_BENCHMARK("StrstrPhrases", run, .tags = "string", .setup = setup, .teardown = free_state,
	.verify = verify, .items = NEEDLES)
