/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_GAP_DATA_H
#define DRIVER_CODE_GAP_DATA_H

#include <stdint.h>

struct image;

/* Where constants may begin in code that has no symbols: behind what the start files have
 * there, and not if all is padding. `end`: there are none. */
uint64_t gap_data(const struct image *image, uint64_t start, uint64_t end);

#endif
