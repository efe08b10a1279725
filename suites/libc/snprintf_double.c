/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <math.h>
#include <stdio.h>

#define COUNT 128
#define WIDTH 32

struct state {
	double value[COUNT];
	char text[COUNT][WIDTH];
};

/* Prints 128 doubles with b->arg significant digits; with 17 they read back exactly. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int digits = (int)b->arg;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = 0;
		for (size_t k = 0; k < COUNT; k++)
			length += (uint64_t)snprintf(
				s->text[k], WIDTH, "%.*g", digits, s->value[k]);
		bd_keep(length);
		bd_clobber();
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 21;

	for (size_t k = 0; k < COUNT; k++) {
		double mantissa = (double)(bd_random(&seed) >> 11) - 4e15;

		s->value[k] = ldexp(mantissa, (int)(bd_random(&seed) % 120) - 110);
	}
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	double error = pow(10, 1 - (double)b->arg) / 2;
	uint64_t length = 0;

	for (size_t k = 0; k < COUNT; k++) {
		double v = s->value[k], back = strtod(s->text[k], NULL);

		if (b->arg >= 17 ? back != v : fabs(back - v) > fabs(v) * error * 1.001)
			return bd_wrong(b, "%a was printed as %s", v, s->text[k]);
		for (const char *c = s->text[k]; *c; c++)
			length++;
	}
	return bd_expect(b, length);
}

BD_FAMILY("SnprintfDoubles", run, (3, 6, 17), .tags = "stdio,format", .setup = setup,
	.teardown = free_state, .verify = verify)
