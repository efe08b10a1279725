/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/reopen.h"

#include "compare/base/gzip.h"
#include "compare/base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define END_LINE "# end: "
#define END_MOST 64 /* bytes of that line */

/* Where the last line begins if it is the end; -1. */
static long find_end(FILE *log)
{
	char tail[END_MOST + 1], *at;
	long size, begin;
	size_t n;

	if (fseek(log, 0, SEEK_END) || (size = ftell(log)) < 0)
		return -1;
	begin = size > END_MOST ? size - END_MOST : 0;
	if (fseek(log, begin, SEEK_SET))
		return -1;
	n = fread(tail, 1, END_MOST, log);
	if (!n || tail[n - 1] != '\n')
		return -1;
	tail[n - 1] = '\0';
	at = strrchr(tail, '\n');
	at = at ? at + 1 : tail;
	return strncmp(at, END_LINE, strlen(END_LINE)) == 0 ? begin + (at - tail) : -1;
}

static int replace_end(FILE *log, const char *part, const char *line, struct err *e)
{
	long end = find_end(log);

	if (end < 0)
		return bd_err(e, "%s: its last line is not \"# end\"", part);
	if (fflush(log) || ftruncate(fileno(log), end) || fseek(log, end, SEEK_SET) ||
		fputs(line, log) < 0 || fflush(log) || fsync(fileno(log)))
		return bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	return 0;
}

int log_reopen(
	const char *path, const char *part, const char *key, const char *value, struct err *e)
{
	AUTO_FREE char *line = memory_format("# %s: %s\n", key, value);
	struct stat info;
	FILE *log = NULL;
	int rc;

	if (!lstat(part, &info))
		rc = bd_err(e, "%s is there already", part);
	else if (rename(path, part))
		rc = bd_err(e, "%s: cannot be renamed to %s: %s", path, part, strerror(errno));
	else if (gzip_unpack(part, e))
		rc = -1;
	else if (!(log = fopen(part, "r+e")))
		rc = bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	else
		rc = replace_end(log, part, line, e);
	if (log && fclose(log) && !rc)
		rc = bd_err(e, "%s: cannot be written: %s", part, strerror(errno));
	return rc;
}
