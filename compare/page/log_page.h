/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_LOG_PAGE_H
#define COMPARE_PAGE_LOG_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "compare/log/log.h"

/* The benchmarks of a log that a page shows. */
struct log_page {
	const struct log *log; /* read with LOG_KEEP_SAMPLES */
	/* Which benchmarks; NULL: all. */
	bool (*wanted)(const char *suite, const char *name, void *ctx);
	void *ctx;
};

void log_page_write(const struct log_page *page, FILE *out);
/* Its block "data", without launches; the caller releases it. */
json_t *log_page_data(const struct log_page *page);

#endif
