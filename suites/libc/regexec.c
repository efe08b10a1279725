/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include "suites/libc/patterns.h"

#include <regex.h>

#define LINES 512

struct state {
	const char *line[LINES];
	regex_t compiled;
	int is_compiled;
	uint64_t matches; /* how many lines are the pattern's own example */
};

/* Matches 512 lines, one in four of them a hit, with pattern number b->arg. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t hits = 0, ends = 0;

	for (uint64_t i = 0; i < n; i++) {
		hits = ends = 0;
		for (size_t k = 0; k < LINES; k++) {
			regmatch_t m[1];

			if (regexec(&s->compiled, s->line[k], 1, m, 0) == 0) {
				hits++;
				ends += (uint64_t)m[0].rm_eo;
			}
		}
		bd_keep(ends);
	}
	bd_result(b, hits << 32 | ends);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	const struct pattern *p = &patterns[b->arg - 1];
	uint64_t seed = 29;

	if (regcomp(&s->compiled, p->expression, REG_EXTENDED) != 0)
		return bd_skip(b, "%s does not compile", p->expression);
	s->is_compiled = 1;
	for (size_t k = 0; k < LINES; k++) {
		const struct pattern *q = &patterns[bd_random(&seed) % PATTERNS];

		s->line[k] = k % 4 == 0 ? q->match : q->miss;
		if (k % 8 == 0)
			s->line[k] = p->match;
		s->matches += s->line[k] == p->match;
	}
	b->items = LINES;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s && s->is_compiled)
		regfree(&s->compiled);
	free(s);
}

/* The examples of one pattern are no match of another, so that the hits are known. */
static int verify(struct bd *b)
{
	struct state *s = b->state;

	return bd_expect(b, s->matches << 32 | s->matches * strlen(patterns[b->arg - 1].match));
}

BD_FAMILY("Regexec", run, (1, 2, 3, 4), .tags = "regex", .setup = setup, .teardown = teardown,
	.verify = verify)
