/* SPDX-License-Identifier: MIT */
#include "harness/bench.h"

#include <stdarg.h>
#include <stdio.h>

#include "harness/base/hash.h"

int bd_skip(struct bd *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(b->reason, sizeof(b->reason), format, args);
	va_end(args);
	return 1;
}

int bd_wrong(struct bd *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(b->reason, sizeof(b->reason), format, args);
	va_end(args);
	return -1;
}

int bd_expect(struct bd *b, uint64_t expected)
{
	if (!b->has_result)
		return bd_wrong(b, "the benchmark never called bd_result()");
	if (b->result != expected)
		return bd_wrong(b, "result %llu (0x%llx), expected %llu (0x%llx)",
			(unsigned long long)b->result, (unsigned long long)b->result,
			(unsigned long long)expected, (unsigned long long)expected);
	return 0;
}

uint64_t bd_hash(const void *data, size_t size, uint64_t seed)
{
	return bd_fnv1a(data, size, seed);
}

uint64_t bd_random(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}
