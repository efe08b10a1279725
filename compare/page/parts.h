/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_PARTS_H
#define COMPARE_PAGE_PARTS_H

#include <jansson.h>

#include "compare/log/log.h"
#include "compare/verdict/compared.h"

/* Parts of the block "data" that pages share. */

/* Path, format and all metadata of a log. */
json_t *page_log(const struct log *log);
/* The kind of the page, its title, and what the scripts must know of the blocks. */
json_t *page_head(const char *kind, const char *title);
/* Suite, name and place in the source of one benchmark. */
json_t *page_row(const char *suite, const char *name, const struct log_benchmark *benchmark);
/* SD of the medians of the launches that can be used, as a fraction of their mean; NAN. */
double page_noise(const struct row_side *side);
/* Median of the peak memory over the launches, in KiB. */
double page_peak(const struct row_side *side);

#endif
