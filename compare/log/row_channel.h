/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_ROW_CHANNEL_H
#define COMPARE_LOG_ROW_CHANNEL_H

#include <stddef.h>

#include "compare/log/row_reader.h"
#include "harness/base/err.h"

/*
 * The output of a launch on its row channel: "# bdriver-row: 1", a header, one row, "# end: 1".
 * Anything else is garbled.
 */
struct row_channel {
	struct row_reader reader;
	char *text; /* a copy of the input, which `row` points into */
	struct log_row row;
};

#define ROW_CHANNEL_MAX (16u << 20)

/*
 * Parses strictly; the benchmark's name must be `expected` (NULL: any). Returns 0 with
 * channel->row filled (valid until the next call or release; the caller sets suite, build,
 * stage, round, attempt, position, worker, cpu, leftover and disturbed in it), or -1 with the
 * reason in *e. *channel must be zeroed before its first use and can be used again.
 */
int row_channel_parse(struct row_channel *channel, const char *data, size_t size,
	const char *expected, struct err *e);
void row_channel_release(struct row_channel *channel);

#endif
