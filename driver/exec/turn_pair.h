/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_TURN_PAIR_H
#define DRIVER_EXEC_TURN_PAIR_H

#include <stdint.h>

/*
 * The two ends of a socket over which two launches pass the turn (harness/turn.h). ends[0] has
 * the first turn. A launch that waits longer than `patience_ms` continues alone. Returns 0, or
 * -1 with errno set.
 */
int turn_pair_make(int ends[2], uint64_t patience_ms);
/* Closes an end that no launch took and sets it to -1. Accepts -1. */
void turn_pair_close(int *end);

#endif
