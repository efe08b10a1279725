/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"

#include "compare/base/memory.h"
#include "compare/formats/reader.h"
#include "compare/log/finish.h"

static const struct reader *const readers[] = { &reader_bdriver, &reader_swift_csv,
	&reader_swift_json };

static const struct reader *recognise(const char *head, size_t size)
{
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		if (readers[i]->recognises(head, size))
			return readers[i];
	return NULL;
}

static int read_lines(struct log *log, struct lines *lines, enum log_keep keep, struct err *e)
{
	const struct reader *reader;
	const char *head;
	size_t size;

	if (lines_head(lines, &head, &size, e) < 0)
		return -1;
	log->path = memory_text(lines->path);
	if (size == 0)
		return bd_err(e, "%s: the file is empty; it is no log", lines->path);
	reader = recognise(head, size);
	if (!reader)
		return bd_err(e,
			"%s: is no log that bdriver can read: neither its own (which begins "
			"with "
			"\"# bdriver-log: 1\") nor one of Swift's benchmark driver",
			lines->path);
	log->format = reader->name;
	if (reader->read(log, lines, keep, e) < 0)
		return -1;
	log_finish(log);
	return 0;
}

int log_read(struct log *log, const char *path, enum log_keep keep, struct err *e)
{
	struct lines lines = { 0 };
	int rc = lines_open(&lines, path, e);

	if (rc == 0)
		rc = read_lines(log, &lines, keep, e);
	lines_release(&lines);
	return rc;
}

int log_read_buffer(struct log *log, const char *path, const char *data, size_t size,
	enum log_keep keep, struct err *e)
{
	struct lines lines = { 0 };
	int rc;

	lines_open_buffer(&lines, path, data, size);
	rc = read_lines(log, &lines, keep, e);
	lines_release(&lines);
	return rc;
}
