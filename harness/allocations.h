/* SPDX-License-Identifier: MIT */
#ifndef BD_ALLOCATIONS_H
#define BD_ALLOCATIONS_H

#include <stdint.h>

/* How often this thread has called malloc, calloc and realloc; UINT64_MAX: not counted. Only in
 * suites that link bdriver::bdallocations (harness/allocations.c); NULL in others. */
uint64_t bd_allocation_count(void) __attribute__((weak));

#endif
