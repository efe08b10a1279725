/* SPDX-License-Identifier: MIT */
#include "harness/base/core.h"

#include <stdint.h>

#include "harness/base/clock.h"

/* Long compared with a read of the clock, short compared with a time slice of the kernel. */
#define WIDE_TURNS  4000u
#define CHAIN_TURNS 1000u

#if defined(__x86_64__)

static void wide(void)
{
	unsigned long turns = WIDE_TURNS;

	__asm__ volatile(
		".p2align 6\n"
		"1:\tadd $1, %%rax\n\tadd $1, %%rcx\n\tadd $1, %%rdx\n\tadd $1, %%rsi\n"
		"\tadd $1, %%rdi\n\tadd $1, %%r8\n\tadd $1, %%r9\n\tadd $1, %%r10\n"
		"\tdec %0\n\tjnz 1b"
		: "+r"(turns)
		:
		: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "cc");
}

static void chain(void)
{
	unsigned long turns = CHAIN_TURNS, x = 3;

	__asm__ volatile(".p2align 6\n"
			 "1:\timul %1, %1\n\timul %1, %1\n\timul %1, %1\n\tdec %0\n\tjnz 1b"
			 : "+r"(turns), "+r"(x)
			 :
			 : "cc");
}

#elif defined(__aarch64__)

static void wide(void)
{
	unsigned long turns = WIDE_TURNS;

	__asm__ volatile(".p2align 6\n"
			 "1:\tadd x0, x0, #1\n\tadd x1, x1, #1\n\tadd x2, x2, #1\n"
			 "\tadd x3, x3, #1\n\tadd x4, x4, #1\n\tadd x5, x5, #1\n"
			 "\tadd x6, x6, #1\n\tadd x7, x7, #1\n"
			 "\tsubs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns)
			 :
			 : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "cc");
}

static void chain(void)
{
	unsigned long turns = CHAIN_TURNS, x = 3;

	__asm__ volatile(".p2align 6\n"
			 "1:\tmul %1, %1, %1\n\tmul %1, %1, %1\n\tmul %1, %1, %1\n"
			 "\tsubs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns), "+r"(x)
			 :
			 : "cc");
}

#else

static volatile uint32_t sink = 3;

static void wide(void)
{
	uint32_t a = sink, b = a, c = a, d = a;

	for (unsigned i = 0; i < WIDE_TURNS; i++) {
		a += 1, b += 1, c += 1, d += 1;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
	}
	sink = a ^ b ^ c ^ d;
}

static void chain(void)
{
	uint32_t x = sink | 1;

	for (unsigned i = 0; i < CHAIN_TURNS * 3; i++) {
		x *= x;
		__asm__ volatile("" : "+r"(x));
	}
	sink = x;
}

#endif

struct bd_core_times bd_core_run(void)
{
	uint64_t start = bd_clock_ns(), between, end;

	chain();
	between = bd_clock_ns();
	wide();
	end = bd_clock_ns();
	return (struct bd_core_times){ .chain_ns = (double)(between - start),
		.wide_ns = (double)(end - between) };
}
