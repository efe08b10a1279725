/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 200

/* A configuration as packages ship it: four lines of explanation for each entry. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 400);
	uint64_t seed = 82;

	for (unsigned k = 0; k < ENTRIES; k++) {
		if (k % 20 == 0)
			config_section(c, "module", k);
		config_put(c, "\n# How long to wait for an answer before the connection is "
			      "given up.\n; Zero means: for ever. The default is good for most "
			      "networks.\n    # timeout = 30\n#\n");
		config_some_entry(c, &seed);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_BENCHMARK("ParseComments", config_run, .tags = "parse", .setup = setup,
	.teardown = config_teardown, .verify = config_verify)
