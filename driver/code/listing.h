/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LISTING_H
#define DRIVER_CODE_LISTING_H

#include <stdint.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * The instructions of a function, one a line, without addresses: a jump within the function
 * says "back" or "ahead", any other place is called by its symbol. Its piece of cold code
 * follows, under its name. Returns 0, or -1 with *e
 * set, also where several functions have the name.
 */
int listing_read(
	struct string_list *lines, const char *path, const char *function, struct err *e);

struct image;
/* Adds the one instruction at the address in the same form, unless it does nothing. Returns its
 * size, 0 where there is none. */
size_t listing_add(struct string_list *lines, const struct image *image, uint64_t at);

#endif
