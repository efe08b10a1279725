/* SPDX-License-Identifier: MIT */
#ifndef BD_PLACE_H
#define BD_PLACE_H

/*
 * Where the launch lies in memory, as its driver wants it. The driver has switched address
 * randomisation off, so that all launches of a round lie at the same addresses, and draws
 * others for each round:
 * - BD_HEAP_PAGES=N leaves N pages free before the heap;
 * - BD_STACK_LIMIT=BYTES is the stack's own soft limit. The launch was started with another
 * one, as the kernel places the libraries below it. The own one is set again, also for threads.
 * Does nothing without these, and where the system refuses. Before the first malloc().
 */
void bd_place_take(void);

#endif
