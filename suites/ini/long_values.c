/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 300

/* Search paths: values close to the 200 characters that a line may have. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 200);
	uint64_t seed = 81;

	config_section(c, "paths", 1);
	for (unsigned k = 0; k < ENTRIES; k++) {
		char value[192];
		size_t length = 120 + bd_random(&seed) % 60;

		for (size_t m = 0; m < length; m++)
			value[m] = "/usr/share/lib:local"[bd_random(&seed) % 20];
		value[length] = '\0';
		config_line(c, "search", value);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_BENCHMARK("ParseLongValues", config_run, .tags = "parse", .setup = setup,
	.teardown = config_teardown, .verify = config_verify)
