/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_LAUNCHES_H
#define COMPARE_PAGE_LAUNCHES_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "compare/log/log.h"

/* The launches of one benchmark in one log, read with LOG_KEEP_SAMPLES. */
struct page_side {
	const struct launch **launches; /* owned */
	size_t count, capacity;
	json_t *growth; /* of compare/page/growth.h; NULL: not measured; owned */
};

void page_side_add(struct page_side *side, const struct launch *launch);
/* All launches of the benchmark; NULL: none. */
void page_side_fill(struct page_side *side, const struct log_benchmark *benchmark);
void page_side_release(struct page_side *side);
/* Samples that can be drawn: the quantiles of launches that have nothing else. */
size_t page_samples_of(const struct log_benchmark *benchmark);

/* The names of the numbers of a launch in a block, in their order. */
json_t *page_launch_columns(void);
/* Of how many samples one is drawn, if the page has so many in all. */
size_t page_sample_step(size_t samples);
/* Writes the blocks "launches-PLACE" and "samples-PLACE": one item for each side. */
void page_launches(FILE *out, size_t place, const struct page_side *sides, size_t count,
	size_t sample_step);

#endif
