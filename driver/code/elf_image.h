/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_ELF_IMAGE_H
#define DRIVER_CODE_ELF_IMAGE_H

#include "driver/code/image.h"
#include "harness/base/err.h"

/*
 * Reads an image from a file: nothing in it is executed. Only 64-bit little-endian ELF is
 * understood; other files give an error.
 */

/* Returns 0, or -1 with *e set. *image may be released in either case. */
int image_open(struct image *image, const char *path, struct err *e);
void image_release(struct image *image);

/* The address that the loader gives to this byte of the file; UINT64_MAX: none. */
uint64_t image_address_of(const struct image *image, uint64_t offset);

/* Its build id, as in struct image; "" if it has none or is no such file. */
void image_read_build_id(const char *path, char id[IMAGE_BUILD_ID_TEXT]);
/* Of the file, what the loader maps: code and data, no debug information; 0: not known. */
uint64_t image_loaded_bytes(const char *path);
/* Has the file a table of symbols, beside that of the loader? */
bool image_has_symbols(const char *path);
/* Does the file carry the harness's section, so that it may be asked for its benchmarks? */
bool image_is_suite(const char *path);
/* Is the file a program, with a symbol that begins so: its own, or of a shared library? */
bool image_is_program_with(const char *path, const char *symbol);
/* Is it a program without a table of symbols, whose data has `text` behind `before`? They come
 * apart, as the caller's own data has both. */
bool image_is_stripped_with(const char *path, const char *before, const char *text);

#endif
