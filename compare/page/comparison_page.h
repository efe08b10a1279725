/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_COMPARISON_PAGE_H
#define COMPARE_PAGE_COMPARISON_PAGE_H

#include <stdio.h>

#include <jansson.h>

#include "compare/page/launches.h"
#include "compare/verdict/comparison.h"

/* The page of a comparison, whose logs were read with LOG_KEEP_SAMPLES. */
void comparison_page_write(const struct comparison *comparison, FILE *out);
/* Its block "data", without launches; the caller releases it. */
json_t *comparison_page_data(const struct comparison *comparison);

/* What was measured of the row at that place; two sides, for page_side_release(). */
void comparison_page_sides(
	const struct comparison *comparison, size_t place, struct page_side *sides);

#endif
