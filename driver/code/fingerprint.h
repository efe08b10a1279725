/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_FINGERPRINT_H
#define DRIVER_CODE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* Fingerprints of the functions of an image. Borrows the image. */
struct code_walk;

struct fingerprint {
	uint64_t hash;
	bool known;       /* false: something that is reached cannot be followed */
	bool opens_files; /* the functions themselves, not what runs before them */
};

/* libraries: stands for the shared libraries that the loader would take. */
struct code_walk *code_walk_new(const struct image *image, uint64_t libraries);
void code_walk_free(struct code_walk *walk); /* NULL is fine */

/* Is not followed: only that it is referred to counts, and how often. */
void code_walk_cut(struct code_walk *walk, uint64_t address);
/* What runs before every root, such as main(); nothing, if it only calls what was cut. */
void code_walk_add_common(struct code_walk *walk, uint64_t address);

/*
 * A fingerprint of everything that the functions at `roots` can reach, code and data, in the
 * order in which it is first referred to; of what runs before them, and of constructors that
 * may concern them; of what libraries can call in the program; and of the libraries. Addresses
 * are left out; what they refer to goes in by its place in the order. So the fingerprint does
 * not change when code moves, and does when a callee or a constant changes. Equal fingerprints:
 * equal but for a chance of 2^-64.
 */
struct fingerprint code_walk_fingerprint(
	struct code_walk *walk, const uint64_t *roots, size_t count);

/* Only x86-64: instructions of no other machine are decoded. */
bool code_fingerprint_understands(const struct image *image);

#endif
