/* SPDX-License-Identifier: MIT */
#ifndef BD_KEPT_H
#define BD_KEPT_H

#include <stddef.h>
#include <stdint.h>

/*
 * The samples that a launch keeps: at most `room`, evenly over all that it took. It keeps every
 * k-th sample, where k is the smallest power of two for which they fit. Set samples, turns and
 * room; the rest begins at zero.
 */
struct bd_kept {
	double *samples;
	uint32_t *turns; /* the turn, from 0, of each kept sample */
	size_t room;     /* at least 1 */
	size_t count;
	uint64_t taken; /* samples, also those that are not kept */
	uint64_t k;     /* 0: 1 */
};

void bd_kept_add(struct bd_kept *kept, double sample, uint32_t turn);

#endif
