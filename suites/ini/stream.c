/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 500

struct cursor {
	const char *at;
};

/* A reader as for fgets(), over memory. */
static char *read_line(char *to, int room, void *data)
{
	struct cursor *c = data;
	const char *end = strchr(c->at, '\n');
	size_t length;

	if (!*c->at)
		return NULL;
	length = end ? (size_t)(end + 1 - c->at) : strlen(c->at);
	if (length >= (size_t)room)
		length = (size_t)room - 1;
	memcpy(to, c->at, length);
	to[length] = '\0';
	c->at += length;
	return to;
}

/* Reads 500 entries through a reader of our own. */
static void run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct reading r = { 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		struct cursor cursor = { c->text };

		r.entries = r.digest = 0;
		if (ini_parse_stream(read_line, &cursor, on_entry, &r) != 0)
			r.digest = 0;
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 100);
	uint64_t seed = 85;

	for (unsigned k = 0; k < ENTRIES; k++) {
		if (k % 12 == 0)
			config_section(c, "unit", k);
		config_some_entry(c, &seed);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_BENCHMARK("ParseStream", run, .tags = "parse", .setup = setup, .teardown = config_teardown,
	.verify = config_verify)
