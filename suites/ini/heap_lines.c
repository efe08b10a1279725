/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define LINES 40

/* Lines of 2000 to 5000 characters: inih reads them into a heap buffer that it enlarges. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)LINES * 5100);
	uint64_t seed = 84;

	ini_use_stack = 0;
	ini_allow_realloc = 1;
	ini_max_line = 8192;
	config_section(c, "keys", 1);
	for (unsigned k = 0; k < LINES; k++) {
		char value[5001];
		size_t length = 2000 + bd_random(&seed) % 3000;

		for (size_t m = 0; m < length; m++)
			value[m] = "0123456789abcdef"[bd_random(&seed) % 16];
		value[length] = '\0';
		config_line(c, "public", value);
	}
	b->items = LINES;
	b->bytes = (double)c->size;
	return 0;
}

static void teardown(struct bd *b)
{
	ini_use_stack = 1;
	ini_allow_realloc = 0;
	ini_max_line = 200;
	config_teardown(b);
}

BD_BENCHMARK("ParseHeapLines", config_run, .tags = "parse,malloc", .setup = setup,
	.teardown = teardown, .verify = config_verify)
