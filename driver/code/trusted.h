/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TRUSTED_H
#define DRIVER_CODE_TRUSTED_H

#include <stdbool.h>

struct image;

/*
 * Code whose source is known, where Google Benchmark is linked statically: its own, and that of
 * the library of C++, without types of a user. None of its literals has a NUL inside, and none
 * of its tables is read beyond its ends.
 */

/* Does an image hold Google Benchmark, from object files of its own? */
bool trusted_holds_framework(const struct image *image);
/* Is a function or object of such an image of this kind? source: the file that alone knows it.
 */
bool trusted_is(const char *name, const char *source);
/* Of any image: is a function of this name known to read texts up to their NUL, whatever
 * pointers to characters it gets, and to give none back? */
bool trusted_reads_texts(const char *name);

#endif
