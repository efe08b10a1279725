/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 400

/* A configuration in which every tenth line is no entry: inih goes on after each. */
static void run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct reading r = { 0, 0 };
	uint64_t first = 0;

	for (uint64_t i = 0; i < n; i++) {
		r.entries = r.digest = 0;
		first = (uint64_t)ini_parse_string(c->text, on_entry, &r);
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r) ^ first << 40);
}

static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 100);
	uint64_t seed = 88;

	config_section(c, "damaged", 1);
	for (unsigned k = 0; k < ENTRIES; k++) {
		if (k % 10 == 9)
			config_put(c, "this line has neither of the two signs\n");
		else
			config_some_entry(c, &seed);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

/* The first line that is none is the eleventh: one for the section, nine entries. */
static int verify(struct bd *b)
{
	struct config *c = b->state;

	return bd_expect(b, reading_result(&c->expected) ^ UINT64_C(11) << 40);
}

BD_BENCHMARK("ParseDamaged", run, .tags = "parse", .setup = setup, .teardown = config_teardown,
	.verify = verify)
