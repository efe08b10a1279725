/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 400

/* Each entry is followed by a comment in its line, which is no part of the value. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 100);
	uint64_t seed = 83;

	config_section(c, "limits", 1);
	for (unsigned k = 0; k < ENTRIES; k++) {
		char value[40];

		snprintf(value, sizeof(value), "%u;%u", (unsigned)(bd_random(&seed) % 1000), k);
		config_entry(c, k % 2 ? "soft" : "hard", value);
		config_put(c, "   ; in KiB; measured on a quiet machine\n");
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_BENCHMARK("ParseInlineComments", config_run, .tags = "parse", .setup = setup,
	.teardown = config_teardown, .verify = config_verify)
