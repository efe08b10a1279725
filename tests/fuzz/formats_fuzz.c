/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/foreign.h"
#include "compare/formats/reader.h"
#include "compare/formats/variant.h"
#include "compare/formats/writer.h"
#include "compare/log/finish.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/log_promises.h"

#include <jansson.h>

/* Whatever was read: what is written of it as JSON is JSON. */
static void write_all(const struct log *log)
{
	static const char *const names[] = { "bdriver", "gbench", "go", "hyperfine", "lnt",
		"bencher", "customSmallerIsBetter" };

	for (size_t i = 0; log->row_count && i < sizeof(names) / sizeof(names[0]); i++) {
		char *text = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&text, &size);
		json_t *json;

		assert(out);
		writer_find(names[i])->write(log, out);
		fclose(out);
		if (*text == '{' || *text == '[') {
			json = json_loadb(text, size, 0, NULL);
			assert(json);
			json_decref(json);
		}
		free(text);
	}
}

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
		(reader->read ? reader->read(&log, &lines, LOG_KEEP_SAMPLES, &e)
			      : foreign_read(reader, &log, &lines, LOG_KEEP_SAMPLES, NULL,
					&e)) == 0) {
		variants_name(&log);
		log_finish(&log);
		promise_log(&log);
		write_all(&log);
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
