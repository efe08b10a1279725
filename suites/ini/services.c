/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 1024

/* 1024 entries of services in sections of b->arg entries. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 100);
	uint64_t seed = 80;

	for (long k = 0; k < ENTRIES; k++) {
		if (k % b->arg == 0)
			config_section(c, "service", (unsigned)k);
		config_some_entry(c, &seed);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_FAMILY("ParseServices", config_run, (1, 8, 1024), .tags = "parse", .setup = setup,
	.teardown = config_teardown, .verify = config_verify)
