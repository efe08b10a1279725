/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TEXT_USE_H
#define DRIVER_CODE_TEXT_USE_H

#include <stdbool.h>
#include <stdint.h>

struct image;

#define TEXT_UP_TO_NUL UINT64_MAX

struct text_bytes {
	uint64_t start, count;
};

/* Instructions of one function. */
struct text_use {
	const struct image *image;
	uint64_t start, end; /* of the function */
	uint64_t before;     /* that nothing but jumps gets behind, on the way to `at` */
	uint64_t at;         /* takes the address of the text */
};

/*
 * Is the address given to nothing but functions that read a text up to its NUL, or so many
 * bytes, as *bytes says? Then what stands around them does not matter.
 */
bool text_use_is_bounded(const struct text_use *use, struct text_bytes *bytes);

#endif
