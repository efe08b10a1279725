/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/latin_square.h"

#include <assert.h>

unsigned latin_square_rows(unsigned n)
{
	return n % 2 && n > 1 ? 2 * n : n;
}

unsigned latin_square_at(unsigned n, unsigned row, unsigned position)
{
	unsigned step;

	assert(row < latin_square_rows(n) && position < n);
	if (row >= n) {
		row -= n;
		position = n - 1 - position;
	}
	/* The first row is 0, n-1, 1, n-2, 2 ...: all steps between neighbours differ. */
	step = position % 2 ? n - (position + 1) / 2 : position / 2;
	return (row + step) % n;
}
