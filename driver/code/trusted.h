/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TRUSTED_H
#define DRIVER_CODE_TRUSTED_H

#include <stdbool.h>
#include <stdint.h>

struct image;

/*
 * Code whose source is known, where Google Benchmark is linked statically: its object files.
 * None of its literals has a NUL inside, and none of its tables is read beyond its ends.
 */

/* Finds it, into the image. */
void trusted_find(struct image *image);
bool trusted_is(const struct image *image, uint64_t function);
/* Is a function known to read texts up to their NUL, whatever pointers to characters it gets,
 * and to give none back? */
bool trusted_reads_texts(const struct image *image, uint64_t function, const char *name);
/* Has a name no word that a user has chosen? */
bool trusted_words(const char *name);

#endif
