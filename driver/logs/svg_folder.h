/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_SVG_FOLDER_H
#define DRIVER_LOGS_SVG_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

/* A folder that gets the plots of a page as files of SVG. It is made if it is not there. */
struct svg_folder {
	const char *path;
	bool force; /* replaces existing files */
	/* As in struct svg_job. */
	char *(*block)(void *ctx, size_t place, bool samples);
	void *ctx;
};

/* data: the block "data". Returns an exit code, after printing why. */
int svg_folder_write(const struct svg_folder *folder, const json_t *data);

#endif
