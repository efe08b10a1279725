/* SPDX-License-Identifier: MIT */
#ifndef BD_TURN_H
#define BD_TURN_H

#include <stdint.h>

/*
 * Two launches, of one benchmark in two builds, that measure in turn: both live, one waits
 * while the other measures a slice. Each holds one end of a socket. Who has read 't' has the
 * turn, and writes 't' to pass it on; 'd' is the last word of a launch that takes no further
 * sample. Who hears 'd' or the end of the stream (the other has crashed) or nothing for as long
 * as the socket allows (SO_RCVTIMEO: the other hangs) goes on alone. Whoever makes the socket
 * puts the first 't' into it.
 */
struct bd_turn {
	int fd;            /* of the socket */
	uint64_t slice_ns; /* no further sample of a slice after it */
	int alone;         /* there is nobody to take turns with, or not any more */
};

#define BD_TURN_SLICE_NS 10000000

/* Waits for the turn. At once where alone. */
void bd_turn_wait(struct bd_turn *turn);
/* Passes it on and waits until it comes back. */
void bd_turn_pass(struct bd_turn *turn);
/* The last word; then waits until the other needs the CPU no more either. */
void bd_turn_end(struct bd_turn *turn);

#endif
