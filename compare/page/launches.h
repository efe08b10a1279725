/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_LAUNCHES_H
#define COMPARE_PAGE_LAUNCHES_H

#include <jansson.h>
#include <stddef.h>

#include "compare/log/log.h"

/* The launches of one benchmark in one log, read with LOG_KEEP_SAMPLES. */
struct page_side {
	const struct launch **launches; /* owned */
	size_t count, capacity;
	json_t *growth; /* of compare/page/parts.h; NULL: not measured; owned */
};

void page_side_add(struct page_side *side, const struct launch *launch);
/* All launches of the benchmark; NULL: none. */
void page_side_fill(struct page_side *side, const struct log_benchmark *benchmark);
void page_side_release(struct page_side *side);
/* Samples that can be drawn: the quantiles of launches that have nothing else. */
size_t page_side_samples(const struct page_side *side);

/* The names of the numbers of a launch in a block, in their order. */
json_t *page_launch_columns(void);
/* The blocks "launches-PLACE" and "samples-PLACE": one item for each side. Of the samples every
 * sample_step-th one. */
json_t *page_launches(const struct page_side *sides, size_t count);
json_t *page_samples(const struct page_side *sides, size_t count, size_t sample_step);

/*
 * Samples for a picture, two bytes each. The range of a benchmark, in ns and above 0, is
 * divided into 65534 equal steps of ln: 0.01 % of the value at a range of 1 to 700. The number
 * k above 0 stands for low * (high / low)^((k - 1) / 65534), and 0 for a sample of 0 ns or
 * less.
 */
struct sample_range {
	double low, high; /* zeroed: no sample yet */
};

void sample_range_add(struct sample_range *range, const double *samples, size_t count);
/* Every step-th sample from the first on, as Base64 of little-endian numbers. The caller frees
 * it. */
char *samples_text(
	const struct sample_range *range, const double *samples, size_t count, size_t step);

#endif
