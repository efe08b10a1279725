/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <fnmatch.h>

#define COUNT 512
#define GLOBS 5

static const char *const globs[GLOBS] = { "*-the", "a*", "*[aeiou]-?*s", "b*-*n",
	"measure-??" };

/* Matches 512 compound words with five glob patterns. */
static void run(struct bd *b, uint64_t n)
{
	const char *all = b->state;
	uint64_t hits[GLOBS] = { 0 }, mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (size_t g = 0; g < GLOBS; g++) {
			hits[g] = 0;
			for (size_t k = 0; k < COUNT; k++)
				hits[g] += fnmatch(globs[g], all + k * SLOT, 0) == 0;
			mix = mix << 10 | hits[g];
		}
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	b->state = strings_make(COUNT, 33);
	b->items = GLOBS * COUNT;
	return 0;
}

/* The same five patterns, each said in C. */
static int matches(size_t glob, const char *s)
{
	const char *dash = strchr(s, '-');
	size_t length = strlen(s);

	switch (glob) {
	case 0:
		return length >= 4 && strcmp(s + length - 4, "-the") == 0;
	case 1:
		return s[0] == 'a';
	case 2:
		return dash > s && strchr("aeiou", dash[-1]) && length >= 2 &&
		       s[length - 1] == 's' && s + length - dash >= 3;
	case 3:
		return s[0] == 'b' && s[length - 1] == 'n' && dash > s;
	default:
		return strncmp(s, "measure-", 8) == 0 && length == 10;
	}
}

static int verify(struct bd *b)
{
	const char *all = b->state;
	uint64_t mix = 0;

	for (size_t g = 0; g < GLOBS; g++) {
		uint64_t hits = 0;

		for (size_t k = 0; k < COUNT; k++)
			hits += (uint64_t) !!matches(g, all + k * SLOT);
		mix = mix << 10 | hits;
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("FnmatchGlobs", run, .tags = "regex,string", .setup = setup,
	.teardown = free_state, .verify = verify)
