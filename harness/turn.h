/* SPDX-License-Identifier: MIT */
#ifndef BD_TURN_H
#define BD_TURN_H

#include <stdint.h>

/*
 * Two launches of one benchmark, from two builds, that measure in turn: one waits while the
 * other measures a slice. Each has one end of a socket. A launch that reads 't' has the turn,
 * and writes 't' to pass it on. It writes 'd' when it takes no further sample. A launch
 * continues alone if it reads 'd' or the end of the stream (the other crashed), or nothing
 * until SO_RCVTIMEO is over (the other hangs). The driver, which makes the socket, writes the
 * first 't'.
 */
struct bd_turn {
	int fd;    /* of the socket */
	int alone; /* there is no other launch, or no longer */
};

#define BD_TURN_SLICE_NS 10000000
/* Samples from the first part of a turn are not kept: caches and branch predictor are those of
 * the other launch. */
#define BD_TURN_SETTLE_NS 2000000

/* Waits for the turn; returns at once if alone. */
void bd_turn_wait(struct bd_turn *turn);
/* Passes it on and waits until it comes back. */
void bd_turn_pass(struct bd_turn *turn);
/* Ends the turns, then waits until the other launch does not need the CPU either. */
void bd_turn_end(struct bd_turn *turn);

#endif
