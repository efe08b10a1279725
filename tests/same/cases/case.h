/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case is built with V = 1 and V = 2. Its benchmark must not be called the same. */
#ifndef CASE_H
#define CASE_H

#include "harness/bench.h"

#include <string.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa))
#endif
#if V == 1
#define NUMBER         "5"
#define WORD(old, new) old
#else
#define NUMBER         "77"
#define WORD(old, new) new
#endif
/* The compiler does not know the value. */
#define HIDE(x)                               \
	__extension__({                       \
		__typeof__((x) + 0) y_ = (x); \
		__asm__("" : "+r"(y_));       \
		y_;                           \
	})

static inline long hide(long x)
{
	__asm__("" : "+r"(x));
	return x;
}

static inline uint64_t bits(double x)
{
	uint64_t u;

	memcpy(&u, &x, sizeof(u));
	return u;
}

#define CASE(expression)                               \
	static void run_case(struct bd *b, uint64_t n) \
	{                                              \
		uint64_t h = 0;                        \
		for (uint64_t i = 0; i < n; i++) {     \
			h = (expression);              \
			bd_keep(h);                    \
		}                                      \
		bd_result(b, h);                       \
	}                                              \
	BD_BENCHMARK("Case", run_case)

#endif
