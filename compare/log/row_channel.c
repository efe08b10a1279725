/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/row_channel.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "harness/base/record.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the next line off *at and terminates it; NULL where no whole line is left. */
static char *next_line(char **at, char *end, size_t *size)
{
	char *line = *at;
	char *newline = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;

	if (!newline)
		return NULL;
	*newline = '\0';
	*size = (size_t)(newline - line);
	*at = newline + 1;
	return line;
}

static int check_columns(struct row_reader *reader, struct err *e)
{
	static const enum log_column required[] = { COLUMN_BENCHMARK, COLUMN_STATUS,
		COLUMN_ITERATIONS, COLUMN_SAMPLES };

	for (size_t i = 0; i < ARRAY_SIZE(required); i++)
		if (!reader->has[required[i]])
			return bd_err(e, "the row channel has no column '%s'",
				log_columns[required[i]].name);
	return 0;
}

static int check_row(const struct log_row *row, const char *expected, struct err *e)
{
	const struct launch *launch = &row->launch;

	if (expected && strcmp(row->benchmark, expected) != 0)
		return bd_err(e, "the row is of another benchmark: '%.100s'", row->benchmark);
	if (launch->status != OUTCOME_OK && launch->status != OUTCOME_VERIFY &&
		launch->status != OUTCOME_SKIPPED)
		return bd_err(e, "a launch cannot report the status '%s' of itself",
			outcome_name((enum outcome)launch->status));
	if (launch->status == OUTCOME_OK && launch->iterations < 1)
		return bd_err(e, "the row does not give its iterations");
	if (launch->status == OUTCOME_OK && !row->evidence.samples)
		return bd_err(e, "the row has no samples");
	return 0;
}

static int parse(struct row_channel *channel, char *end, const char *expected, struct err *e)
{
	char *at = channel->text, *line;
	size_t size;

	line = next_line(&at, end, &size);
	if (!line || strcmp(line, BD_ROW_FIRST_LINE) != 0)
		return bd_err(e, "the row channel does not begin with '" BD_ROW_FIRST_LINE "'");
	line = next_line(&at, end, &size);
	if (!line)
		return bd_err(e, "the row channel ends before its header");
	if (row_reader_header(&channel->reader, line, size) < 0)
		return bd_err(e, "the row channel: %s", channel->reader.why);
	if (check_columns(&channel->reader, e) < 0)
		return -1;
	line = next_line(&at, end, &size);
	if (!line)
		return bd_err(e, "the row channel ends before its row is complete");
	if (row_reader_row(&channel->reader, &channel->row, line, size) < 0)
		return bd_err(e, "the row channel: %s", channel->reader.why);
	if (check_row(&channel->row, expected, e) < 0)
		return -1;
	line = next_line(&at, end, &size);
	if (!line || strcmp(line, "# end: 1") != 0)
		return bd_err(e, "the row channel has no '# end: 1' after its row");
	if (at != end)
		return bd_err(e, "the row channel has %zu byte%s after '# end: 1'",
			(size_t)(end - at), PLURAL(end - at));
	return 0;
}

int row_channel_parse(struct row_channel *channel, const char *data, size_t size,
	const char *expected, struct err *e)
{
	const char *nul;

	if (size == 0)
		return bd_err(e, "nothing was written on the row channel");
	if (size > ROW_CHANNEL_MAX)
		return bd_err(e, "%zu bytes on the row channel, at most %u are read", size,
			ROW_CHANNEL_MAX);
	nul = memchr(data, '\0', size);
	if (nul)
		return bd_err(e, "the row channel has a NUL byte at %zu", (size_t)(nul - data));
	free(channel->text);
	channel->text = memory_zeroed(1, size + 1);
	memcpy(channel->text, data, size);
	return parse(channel, channel->text + size, expected, e);
}

void row_channel_release(struct row_channel *channel)
{
	row_reader_release(&channel->reader);
	free(channel->text);
	memset(channel, 0, sizeof(*channel));
}
