/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <stdio.h>

#define COUNT 512
#define WIDTH 32

struct state {
	double value[COUNT];
	char text[COUNT][WIDTH];
};

static uint64_t bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits;
}

/* Reads 512 numbers: b->arg significant digits, exponents from -20 to 20. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (size_t k = 0; k < COUNT; k++)
			mix = mix * 3 + bits_of(strtod(s->text[k], NULL));
		bd_keep(mix);
		bd_clobber();
	}
	bd_result(b, mix);
}

/* Short numbers are whole multiples of a small power of two, so that their value is exact. */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 23;

	for (size_t k = 0; k < COUNT; k++) {
		double v = (double)(bd_random(&seed) % 8000) / 8 - 500;

		if (b->arg >= 17)
			v *= 1e-20 * (double)(bd_random(&seed) >> 4);
		s->value[k] = v;
		snprintf(s->text[k], WIDTH, "%.*g", (int)b->arg, v);
	}
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (size_t k = 0; k < COUNT; k++)
		mix = mix * 3 + bits_of(s->value[k]);
	return bd_expect(b, mix);
}

BD_FAMILY("Strtod", run, (6, 17), .tags = "parse", .setup = setup, .teardown = free_state,
	.verify = verify)
