/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_SVG_H
#define COMPARE_PAGE_SVG_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "harness/base/err.h"

/* The plots of a page as files of SVG, drawn by the page's own scripts in Duktape. */
struct svg_job {
	const json_t *data; /* the block "data" */
	/* The text of the block "launches-PLACE" (samples false) or "samples-PLACE", in fresh
	 * memory. */
	char *(*block)(void *ctx, size_t place, bool samples);
	/* Gets each file; a name has no folder. Returns 0, or what ends the drawing. */
	int (*write)(void *ctx, const char *name, const char *text, size_t size);
	void *ctx;
};

/* Returns what `write` returned last, or -1 with *e set if a script failed. */
int svg_draw(const struct svg_job *job, struct err *e);

#endif
