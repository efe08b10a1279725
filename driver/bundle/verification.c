/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/verification.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/bundle/bundle.h"
#include "driver/bundle/tables.h"

struct lines {
	FILE *file;
	char *line;
	size_t room;
	ssize_t size;
};

static bool lines_open(struct lines *lines, const char *folder, const char *name)
{
	AUTO_FREE char *path = memory_format("%s/%s", folder, name);

	*lines = (struct lines){ .file = fopen(path, "re") };
	if (!lines->file)
		message_error(EXIT_USAGE, "the bundle's %s: %s", name, strerror(errno));
	return lines->file != NULL;
}

static void lines_close(struct lines *lines)
{
	if (lines->file)
		fclose(lines->file);
	free(lines->line);
}

static void put_line(const char *what, const struct lines *lines)
{
	int size = lines->size > 0 ? (int)lines->size : 0;
	AUTO_FREE char *text =
		memory_format("%.*s", size && lines->line[size - 1] == '\n' ? size - 1 : size,
			size ? lines->line : "");

	printf("  %-14s", what);
	layout_put(stdout, false, STYLE_PLAIN, lines->size < 0 ? "(ends before it)" : text);
	putchar('\n');
}

/* 0: the same; else an exit code after printing what differs. */
static int compare_table(const char *told_in, const char *now_in, const char *name)
{
	struct lines told, now = { 0 };
	size_t number = 0;
	int code = EXIT_FINE;

	if (!lines_open(&told, told_in, name) || !lines_open(&now, now_in, name))
		code = EXIT_USAGE;
	while (!code) {
		number++;
		told.size = getline(&told.line, &told.room, told.file);
		now.size = getline(&now.line, &now.room, now.file);
		if (told.size != now.size ||
			(told.size > 0 &&
				memcmp(told.line, now.line, (size_t)told.size) != 0)) {
			printf("%s differs from what follows from the logs, first in line "
			       "%zu:\n",
				name, number);
			put_line("in the bundle", &told);
			put_line("from the logs", &now);
			code = EXIT_FOUND;
		} else if (told.size < 0) {
			break;
		}
	}
	lines_close(&told);
	lines_close(&now);
	return code;
}

static void put_reason(const struct bundle *bundle)
{
	AUTO_FREE char *version = bundle_version(bundle->folder);

	if (version && strcmp(version, BD_VERSION) != 0)
		printf("bdriver %s made it and this is %s, which may judge otherwise\n",
			version, BD_VERSION);
	else
		printf("This version made it: the tables or the logs were changed by hand\n");
}

int verification_print(const struct bundle *bundle, const char *path)
{
	AUTO_FREE char *now = memory_format("%s/now", bundle->scratch.folder);
	int code = mkdir(now, 0755) ? message_error(EXIT_WRITE, "%s: %s", now, strerror(errno))
				    : tables_write(bundle->folder, now);
	bool differ = false;

	for (size_t i = 0; !code && i < TABLE_COUNT; i++) {
		code = compare_table(bundle->folder, now, table_names[i]);
		differ = differ || code == EXIT_FOUND;
		code = code == EXIT_FOUND ? EXIT_FINE : code;
	}
	if (!code && !differ)
		printf("%s: the same, byte by byte: its %d tables follow from its two logs\n",
			path, TABLE_COUNT);
	if (!code && differ)
		put_reason(bundle);
	return code ? code : differ ? EXIT_FOUND : EXIT_FINE;
}
