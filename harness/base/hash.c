/* SPDX-License-Identifier: MIT */
#include "harness/base/hash.h"

uint64_t bd_fnv1a(const void *data, size_t size, uint64_t seed)
{
	const unsigned char *bytes = data;
	uint64_t hash = seed ^ 0xCBF29CE484222325u;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 0x100000001B3u;
	return hash;
}
