/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 500

/* Reads 500 entries from an unnamed file. */
static void run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct reading r = { 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		r.entries = r.digest = 0;
		rewind(c->other);
		if (ini_parse_file(c->other, on_entry, &r) != 0)
			r.digest = 0;
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 100);
	uint64_t seed = 86;

	for (unsigned k = 0; k < ENTRIES; k++) {
		if (k % 12 == 0)
			config_section(c, "unit", k);
		config_some_entry(c, &seed);
	}
	c->other = tmpfile();
	if (!c->other || fputs(c->text, c->other) < 0 || fflush(c->other) != 0)
		return bd_skip(b, "no temporary file");
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct config *c = b->state;

	if (c && c->other)
		fclose(c->other);
	if (c)
		c->other = NULL;
	config_teardown(b);
}

BD_BENCHMARK("ParseFile", run, .tags = "parse,file", .setup = setup, .teardown = teardown,
	.verify = config_verify)
