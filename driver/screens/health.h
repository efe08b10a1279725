/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_HEALTH_H
#define DRIVER_SCREENS_HEALTH_H

#include "compare/print/columns.h"
#include "driver/screens/words.h"

struct health_options {
	enum cells_for format;
	struct layout_size size;
	size_t most; /* rows of a machine in text; 0: all */
};

/*
 * The quality of the suite: for each benchmark its noise from night to night, the smallest step
 * that is found in 80 % within a week after 30 quiet nights, its changes and how many of them
 * were called noise. The noisiest come first.
 */
void health_print(const struct screen *screens, size_t count,
	const struct health_options *options, FILE *out);

#endif
