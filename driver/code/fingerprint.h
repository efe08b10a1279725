/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_FINGERPRINT_H
#define DRIVER_CODE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/code_part.h"
#include "driver/code/walk.h"

struct gbench_names;
struct image;

/* Fingerprints of the functions of an image. Borrows the image. */
struct fingerprints;

struct fingerprint {
	uint64_t hash;
	bool known;       /* false: something that is reached cannot be followed */
	bool opens_files; /* the functions themselves, not what runs before them */
	bool threads;     /* it starts some */
	uint64_t bytes;   /* code and constants that the functions themselves reach */
	bool loads;       /* and so is not known: it loads or executes what is not followed */
};

/* seed: stands for what is not followed and counts for all, as shared libraries may. */
struct fingerprints *fingerprints_new(const struct image *image, uint64_t seed);
void fingerprints_free(struct fingerprints *fingerprints); /* NULL is fine */

/*
 * Before the first fingerprint: what runs before every root, such as main(). From there, and
 * from constructors, one function is not followed; only that it is referred to counts, and how
 * often.
 */
void fingerprints_add_common(struct fingerprints *fingerprints, uint64_t address);
void fingerprints_cut(struct fingerprints *fingerprints, uint64_t address);

/* What the constructors register. */
const struct gbench_names *fingerprints_names(const struct fingerprints *fingerprints);
/* Of the constructors that register something, number `i` from 0; 0: there are not so many. */
uint64_t fingerprints_registering(const struct fingerprints *fingerprints, size_t i);

/*
 * A fingerprint of everything that the functions at `roots` can reach, code and data, in the
 * order in which it is first referred to; of what runs before them, and of constructors that
 * may concern them; of what libraries can call in the program; and of the libraries. Addresses
 * are left out; what they refer to goes in by its place in the order. So the fingerprint does
 * not change when code moves, and does when a callee or a constant changes. Equal fingerprints:
 * equal but for a chance of 2^-64. threads: others start threads.
 */
struct fingerprint fingerprints_of(
	struct fingerprints *fingerprints, const uint64_t *roots, size_t count, bool threads);

/* Calls `visit` for each name that the last fingerprint leaves to the loader; some come again.
 */
void fingerprints_imports(const struct fingerprints *fingerprints,
	void (*visit)(void *ctx, const char *name), void *ctx);

/* Calls `visit` for each named function and object that the last fingerprint covers. */
void fingerprints_visit(struct fingerprints *fingerprints, code_part_visit *visit, void *ctx);

struct twins;
/*
 * Pairs what two fingerprints would cover, roots first: see driver/code/twins.h, which says
 * what else differs.
 */
void fingerprints_pair(struct fingerprints *const prints[2], uint64_t *const roots[2],
	const size_t counts[2], struct twins *twins);

/* Only x86-64: instructions of no other machine are decoded. */
bool fingerprints_understand(const struct image *image);

#endif
