/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_CUT_NUMBER_H
#define DRIVER_BASE_CUT_NUMBER_H

#include <stddef.h>

/* Is what was found in a text the whole of a number? "12" of "12,75", of "1e12" and of "2:12"
 * is not. */
struct cut {
	enum {
		NUMBER_WHOLE, /* or no number */
		NUMBER_CUT,
		/* Cut, unless the character beside it was meant to end it, as in "12,75" of two
		 * columns. */
		NUMBER_PARTED,
	} kind;
	size_t beside, beside_size; /* NUMBER_PARTED: that character */
};

/* Of `length` bytes from `start`. */
struct cut cut_number(const char *text, size_t size, size_t start, size_t length);

#endif
