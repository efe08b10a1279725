/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_TURN_PAIR_H
#define DRIVER_EXEC_TURN_PAIR_H

#include <stdint.h>

/*
 * What two launches take turns with (harness/turn.h): a socket, of which each gets an end. The
 * first turn lies in the inbox of ends[0]. Who waits longer than `patience_ms` for the turn
 * goes on alone. Returns 0, or -1 with errno set.
 */
int turn_pair_make(int ends[2], uint64_t patience_ms);
/* Closes an end that nobody took, and sets it to -1. Takes -1. */
void turn_pair_close(int *end);

#endif
