/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_FINGERPRINT_H
#define DRIVER_CODE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* Fingerprints of the functions of an image. Borrows the image. */
struct code_walk;

/* libraries: stands for the shared libraries that the loader would take. */
struct code_walk *code_walk_new(const struct image *image, uint64_t libraries);
void code_walk_free(struct code_walk *walk); /* NULL is fine */

/*
 * A fingerprint of everything that the functions at `roots` can reach, code and data, in the
 * order in which it is first referred to; of the constructors that write to what is reached or
 * call into libraries, and of the libraries if anything of them is reached. Addresses are left
 * out; what they refer to goes in by its place in the order. So the fingerprint does not change
 * when code moves, and does when a callee or a constant changes. Equal fingerprints: equal but
 * for a chance of 2^-64. False: something that is reached cannot be followed.
 */
bool code_walk_fingerprint(
	struct code_walk *walk, const uint64_t *roots, size_t count, uint64_t *fingerprint);

/* Only x86-64: which fields are relative to the instruction differs by machine. */
bool code_fingerprint_understands(const struct image *image);

#endif
