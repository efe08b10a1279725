/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_ASSET_H
#define COMPARE_PAGE_ASSET_H

#include <stddef.h>

/* A file of compare/page/web, or of the plotting library D3, that the build put into the
 * program. */
struct asset {
	const char *name; /* "page.css", "d3.js" */
	const char *text;
	size_t size;
};

/* The name must be that of one; its text ends with a NUL behind its size. */
struct asset asset_find(const char *name);

#endif
