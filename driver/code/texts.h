/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TEXTS_H
#define DRIVER_CODE_TEXTS_H

#include <stdbool.h>
#include <stdint.h>

struct image;
struct image_section;

/* Bytes that may be a text. The section has bytes, and the addresses are in it. */

/* The end of a text, with its NUL, in characters of so many bytes; 0 if it is none. */
uint64_t text_end(const struct image_section *section, uint64_t start, unsigned width);
/* Of all widths that the characters may have. */
uint64_t text_longest_end(
	const struct image *image, const struct image_section *section, uint64_t start);
/* The end without the zeros before it: whether they belong to what begins at `start` is not
 * known, and a wide text may be taken for a narrow one, or the other way round. */
uint64_t text_without_zeros(const struct image_section *section, uint64_t start, uint64_t end);

#endif
