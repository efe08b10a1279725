/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

static unsigned divisor(unsigned a, unsigned b)
{
	while (b) {
		unsigned rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Coprime pairs up to b->arg with Euclid's algorithm. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		count = 0;
		for (unsigned x = 1; x <= (unsigned)b->arg; x++) {
			for (unsigned y = 1; y <= x; y++)
				count += divisor(x, y) == 1;
		}
		bd_keep(count);
	}
	bd_result(b, count);
}

/* The sum of Euler's totients, from the prime factors of each number. */
static int verify(struct bd *b)
{
	uint64_t sum = 0;

	for (unsigned x = 1; x <= (unsigned)b->arg; x++) {
		unsigned rest = x, totient = x;

		for (unsigned p = 2; p <= rest; p++) {
			if (rest % p)
				continue;
			totient -= totient / p;
			while (rest % p == 0)
				rest /= p;
		}
		sum += totient;
	}
	return bd_expect(b, sum);
}

BD_FAMILY("CoprimePairs", run, (50, 100), .tags = "integer,arithmetic", .verify = verify)
