/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_FINGERPRINT_H
#define DRIVER_CODE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* Where the pieces of an image begin, in order. Borrows the image. */
struct code_boundaries;

struct code_boundaries *code_boundaries_new(const struct image *image);
void code_boundaries_free(struct code_boundaries *boundaries); /* NULL is fine */

/*
 * A fingerprint of everything that the functions at `roots` can reach directly: code and data
 * as regions, in the order in which they are first referred to. Fields that the linker patches
 * are left out of the bytes, and what they refer to goes in instead: a dynamic symbol by its
 * name, a region by its place in the order. So the fingerprint does not change when code moves,
 * and does when a callee or a constant changes. Equal fingerprints: equal but for a chance of
 * 2^-64.
 */
uint64_t code_fingerprint(
	const struct code_boundaries *boundaries, const uint64_t *roots, size_t count);

/* Only x86-64: which fields are relative to the instruction differs by machine. */
bool code_fingerprint_understands(const struct image *image);

#endif
