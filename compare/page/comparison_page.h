/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_COMPARISON_PAGE_H
#define COMPARE_PAGE_COMPARISON_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "compare/verdict/compared.h"

/* The page of a comparison, whose logs were read with LOG_KEEP_SAMPLES. explanations: what
 * `bdriver explain --format json` lists; those of other measurements are left out. */
void comparison_page_write(
	const struct comparison *comparison, const json_t *explanations, FILE *out);

#endif
