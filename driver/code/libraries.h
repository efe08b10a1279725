/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LIBRARIES_H
#define DRIVER_CODE_LIBRARIES_H

#include <stdint.h>

struct image;

/*
 * Stands for the shared libraries that the loader would take for the program: their contents.
 * The loader is asked, and starts nothing. 0: there are none.
 * Where the loader does not answer, the number is another one each time.
 */
uint64_t libraries_fingerprint(const struct image *image, const char *path);

#endif
