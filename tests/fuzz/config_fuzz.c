/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config config = { 0 };
	struct err e = { "" };

	if (config_read_buffer(&config, "fuzz.ini", (const char *)data, size, &e) < 0)
		assert(e.text[0]);
	config_release(&config);
	return 0;
}
