/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

/* Counts the primes below b->arg with Eratosthenes' sieve over odd numbers. */
static void run(struct bd *b, uint64_t n)
{
	unsigned char *composite = b->state;
	size_t half = (size_t)b->arg / 2;
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		memset(composite, 0, half);
		count = 1;
		for (size_t k = 1; k < half; k++) {
			if (composite[k])
				continue;
			count++;
			for (size_t m = 2 * k * (k + 1); m < half; m += 2 * k + 1)
				composite[m] = 1;
		}
		bd_keep(count);
	}
	bd_result(b, count);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc((size_t)b->arg / 2);
	b->items = (double)b->arg;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	return bd_expect(b, b->arg == 10000 ? 1229 : 9592);
}

BD_FAMILY("Sieve", run, (10000, 100000), .tags = "integer,memory", .setup = setup,
	.teardown = teardown, .verify = verify)
