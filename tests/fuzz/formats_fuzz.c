/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/reader.h"
#include "compare/log/finish.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/log_promises.h"

static void read_with(const struct reader *reader, const uint8_t *data, size_t size)
{
	struct lines lines = { 0 };
	struct log log = { 0 };
	struct err e = { "" };
	const char *head;
	size_t head_size;

	log.path = memory_text("fuzz.log");
	log.format = reader->name;
	log.source = reader->source;
	lines_open_buffer(&lines, log.path, (const char *)data, size);
	if (lines_head(&lines, &head, &head_size, &e) == 0 &&
		reader->read(&log, &lines, LOG_KEEP_SAMPLES, &e) == 0) {
		log_finish(&log);
		promise_log(&log);
	}
	lines_release(&lines);
	log_release(&log);
}

/* Each reader of another tool's results, whether the input looks like its own or not. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (const struct reader *const *reader = log_readers; *reader; reader++)
		if (*reader != &reader_bdriver)
			read_with(*reader, data, size);
	return 0;
}
