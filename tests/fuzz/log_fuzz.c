/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/log/line.h"
#include "compare/show/show.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/log_promises.h"

#include <stdio.h>

static void show_everything(const struct log *log, const struct digests *digests)
{
	struct layout_size size = { 80, true };
	struct show show = { 0 };
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	show_make(&show, log, digests, NULL, NULL);
	for (int fit = 0; fit < 2; fit++)
		for (enum cells_for format = CELLS_TEXT; format <= CELLS_JSON; format++)
			show_print(&show, fit, format, out, &size);
	fclose(out);
	free(text);
	show_release(&show);
}

/* All readers: the input decides which. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct digests digests;
	struct log log = { 0 };
	struct err e = { "" };

	digests_watch(&digests, &log, true);
	if (log_read_buffer(&log, "fuzz.log", (const char *)data, size, LOG_KEEP_SAMPLES, &e) <
		0)
		assert(e.text[0]);
	else
		show_everything(&log, &digests);
	promise_log(&log);
	digests_release(&digests);
	log_release(&log);
	return 0;
}
