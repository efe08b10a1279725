/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_PARTS_H
#define COMPARE_PAGE_PARTS_H

#include <jansson.h>
#include <stddef.h>

#include "compare/log/log.h"
#include "compare/verdict/compared.h"

/*
 * T(n): `count` times of n iterations each, and the line once_ns + n each_ns through them. Of
 * many points only a part is kept. Times in ns; NAN: not known.
 */
json_t *page_growth(const double *n, const double *time_ns, size_t count, double once_ns,
	double each_ns, double r2);
/* The same of the best sample of each launch, by least squares; NULL where their iterations
 * hardly differ, unlike those of `bdriver fit`. */
json_t *page_growth_of(const struct log_benchmark *benchmark);

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
