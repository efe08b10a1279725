/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_HASH_H
#define BD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a (Fowler, Noll, Vo) over size bytes. Start with 0, or with the hash of what comes
 * before: hashing two parts one after the other differs from hashing them as one. */
uint64_t bd_fnv1a(const void *data, size_t size, uint64_t seed);

#endif
