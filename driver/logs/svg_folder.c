/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/svg_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "compare/page/svg.h"
#include "driver/base/message.h"
#include "driver/base/output_file.h"

static char *give_block(void *ctx, size_t place, bool samples)
{
	const struct svg_folder *folder = ctx;

	return folder->block(folder->ctx, place, samples);
}

static int write_file(void *ctx, const char *name, const char *text, size_t size)
{
	static const char *const inputs[] = { NULL };
	const struct svg_folder *folder = ctx;
	char *path = memory_format("%s/%s", folder->path, name);
	struct output_file file;
	int code = output_file_begin(&file, path, inputs, folder->force);

	if (!code) {
		fwrite(text, 1, size, file.out);
		code = output_file_end(&file);
	}
	free(path);
	return code;
}

int svg_folder_write(const struct svg_folder *folder, const json_t *data)
{
	const struct svg_job job = {
		.data = data, .block = give_block, .write = write_file, .ctx = (void *)folder
	};
	struct err e;
	int code;

	if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
		return message_error(EXIT_WRITE, "%s: the folder cannot be created: %s",
			folder->path, strerror(errno));
	code = svg_draw(&job, &e);
	return code < 0 ? message_error(EXIT_WRITE, "%s", e.text) : code;
}
