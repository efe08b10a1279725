/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_LATIN_SQUARE_H
#define DRIVER_PLAN_LATIN_SQUARE_H

/*
 * Williams' balanced Latin squares (1949): in a block of rows each of n treatments stands in
 * each position equally often, and follows each other one equally often. For an even n a block
 * has n rows, for an odd n it has 2n (a square and its mirror image). For two treatments it is
 * AB, BA.
 */
unsigned latin_square_rows(unsigned n);
/* n >= 1, row < latin_square_rows(n), position < n. */
unsigned latin_square_at(unsigned n, unsigned row, unsigned position);

#endif
