/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/line.h"
#include "compare/log/row_channel.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <string.h>

/* What passes the channel must be one line of the log that reads back as the same row. */
static void check_line(const struct log_row *row)
{
	struct row_reader reader = { 0 };
	struct log_line header = { 0 }, line = { 0 };
	struct log_row copy = *row, back;
	char suite[] = "s";
	int rc;

	copy.suite = suite;
	log_line_header(&header, LOG_NODE);
	log_line_row(&line, &copy, LOG_NODE);
	assert(memchr(line.text, '\n', line.size) == line.text + line.size - 1);
	rc = row_reader_header(&reader, header.text, header.size - 1);
	assert(rc == 0);
	rc = row_reader_row(&reader, &back, line.text, line.size - 1);
	assert(rc == 0);
	assert(strcmp(back.benchmark, row->benchmark) == 0);
	assert(back.launch.sample_count == row->launch.sample_count);
	row_reader_release(&reader);
	log_line_release(&header);
	log_line_release(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct row_channel channel = { 0 };
	struct err e = { "" };

	if (row_channel_parse(&channel, (const char *)data, size, NULL, &e) < 0)
		assert(e.text[0]);
	else
		check_line(&channel.row);
	row_channel_release(&channel);
	return 0;
}
