/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "driver/config/config.h"
#include "driver/suite/suite.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a program answers to --list --format json: no name is empty, none is there twice. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config config;
	struct suites suites = { 0 };
	struct suite *suite;
	struct err e = { "" };

	config_init(&config);
	suites.items = memory_grow(NULL, &suites.capacity, 1, sizeof(*suites.items));
	suite = &suites.items[suites.count++];
	*suite = (struct suite){ .name = memory_text("s"),
		.path = memory_text("p"),
		.settings = config_add_suite(&config, "s", "p", 0),
		.build_id = memory_text(""),
		.compiler = memory_text(""),
		.flags = memory_text("") };
	if (adapter_bdriver.list(suite,
		    &(struct suite_answer){ .text = (const char *)data, .size = size }, &e))
		assert(e.text[0]);
	for (size_t i = 0; i < suite->benchmark_count; i++)
		assert(suite->benchmarks[i].name[0] && suite->benchmarks[i].file);
	suites_release(&suites);
	config_release(&config);
	return 0;
}
