/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_PAGES_H
#define COMPARE_PAGE_PAGES_H

#include <jansson.h>
#include <stdio.h>

#include "compare/verdict/compared.h"

/* The benchmarks of a log that a page shows. */
struct log_page {
	const struct log *log;               /* read with LOG_KEEP_SAMPLES */
	const struct log_benchmark **chosen; /* of the log; owned */
	size_t count;
};

/* wanted: which benchmarks; NULL: all. */
void log_page_init(struct log_page *page, const struct log *log,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx);
void log_page_release(struct log_page *page);
void log_page_write(const struct log_page *page, FILE *out);

/* The page of a comparison, whose logs were read with LOG_KEEP_SAMPLES. explanations: what
 * `bdriver explain --format json` lists; those of other measurements are left out. */
void comparison_page_write(
	const struct comparison *comparison, const json_t *explanations, FILE *out);

#endif
