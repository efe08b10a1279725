/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

#include <utstring.h>

#define COUNT 512

/* Prints 512 items into a string that grows, and adds up every 100th character. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		UT_string text;

		utstring_init(&text);
		for (size_t k = 0; k < COUNT; k++)
			utstring_printf(&text, "%s=%u;", s->all[k].name, s->all[k].value);
		digest = utstring_len(&text);
		for (size_t k = 0; k < utstring_len(&text); k += 100)
			digest = digest * 31 + (unsigned char)utstring_body(&text)[k];
		bd_keep(digest);
		utstring_done(&text);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct items *s = b->state = bd_alloc(sizeof(*s));

	items_fill(s, COUNT);
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	char text[COUNT * 32], *end = text;
	uint64_t digest;

	for (size_t k = 0; k < COUNT; k++)
		end += sprintf(end, "%s=%u;", s->all[k].name, s->all[k].value);
	digest = (uint64_t)(end - text);
	for (const char *c = text; c < end; c += 100)
		digest = digest * 31 + (unsigned char)*c;
	return bd_expect(b, digest);
}

BD_BENCHMARK("UtstringPrint", run, .tags = "string", .setup = setup, .teardown = items_teardown,
	.verify = verify)
