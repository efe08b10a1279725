/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 100

/* Each entry goes on in three indented lines: inih gives each as a value of the same name. */
static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 200);

	for (unsigned k = 0; k < ENTRIES; k++) {
		if (k % 10 == 0)
			config_section(c, "job", k);
		config_line(c, "script", "set -e");
		for (unsigned line = 0; line < 3; line++) {
			char command[40];

			snprintf(command, sizeof(command), "make target%u stage=%u", k, line);
			config_put(c, "    ");
			config_put(c, command);
			config_put(c, "\n");
			reading_add(&c->expected, c->section, "script", command);
		}
	}
	b->items = 4 * ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

BD_BENCHMARK("ParseMultiline", config_run, .tags = "parse", .setup = setup,
	.teardown = config_teardown, .verify = config_verify)
