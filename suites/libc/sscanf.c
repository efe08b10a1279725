/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <stdio.h>

#define COUNT 128
#define WIDTH 64

struct state {
	unsigned number[COUNT];
	char text[COUNT][WIDTH];
};

/* Takes 128 lines such as "eth0: 1234 packets (0x4d2) 56.5" apart. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < COUNT; k++) {
			char name[16];
			unsigned decimal = 0, hex = 0;
			double half = 0;
			/* NOLINTNEXTLINE(cert-err34-c): sscanf is what is measured */
			int fields = sscanf(s->text[k], "%15[^:]: %u packets (%x) %lf", name,
				&decimal, &hex, &half);

			sum += (uint64_t)fields * decimal + hex + (uint64_t)(2 * half);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 25;

	for (size_t k = 0; k < COUNT; k++) {
		unsigned v = s->number[k] = (unsigned)(bd_random(&seed) % 10000000);

		snprintf(s->text[k], WIDTH, "eth%zu: %u packets (0x%x) %u.5", k % 10, v, v,
			v / 10);
	}
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < COUNT; k++) {
		uint64_t v = s->number[k];

		sum += 4 * v + v + 2 * (v / 10) + 1;
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("SscanfFields", run, .tags = "parse,stdio", .setup = setup, .teardown = free_state,
	.verify = verify)
