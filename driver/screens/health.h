/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_HEALTH_H
#define DRIVER_SCREENS_HEALTH_H

#include <jansson.h>

#include "compare/print/layout.h"
#include "driver/screens/words.h"

/*
 * The quality of the suite: for each benchmark its noise from night to night, the smallest step
 * that is found in 80 % within a week after 30 quiet nights, its changes and how many of them
 * were called noise. The noisiest come first; at most `most` rows, 0: all.
 */
void health_print(
	const struct screen *screen, size_t most, const struct layout_size *size, FILE *out);
/* The same of all benchmarks. */
json_t *health_json(const struct screen *screen);

#endif
