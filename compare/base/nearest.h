/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_NEAREST_H
#define COMPARE_BASE_NEAREST_H

#include <stddef.h>

/*
 * The word that was probably meant: the one with the fewest edits (a swap of neighbours is one
 * edit), if these are at most a third of its length, or one. Else the first that contains the
 * text, in any case, if that has four characters. NULL: none.
 */
const char *nearest_word(const char *const *words, size_t count, const char *text);

#endif
