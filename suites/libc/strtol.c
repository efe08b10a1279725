/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 2048
#define WIDTH 32

struct state {
	long value[COUNT];
	char text[COUNT][WIDTH];
};

/* Reads 2048 numbers written in base b->arg. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int base = (int)b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < COUNT; k++)
			sum = sum * 3 + (uint64_t)strtol(s->text[k], NULL, base);
		bd_keep(sum);
		bd_clobber();
	}
	bd_result(b, sum);
}

static void print_number(char *to, long value, long base)
{
	char reverse[WIDTH];
	size_t length = 0;

	if (value < 0)
		*to++ = '-';
	for (long rest = labs(value); length == 0 || rest; rest /= base)
		reverse[length++] = "0123456789abcdef"[rest % base];
	while (length)
		*to++ = reverse[--length];
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 24;

	for (size_t k = 0; k < COUNT; k++) {
		unsigned bits = (unsigned)(bd_random(&seed) % 50) + 1;

		s->value[k] = (long)(bd_random(&seed) >> (64 - bits));
		if (k % 4 == 0)
			s->value[k] = -s->value[k];
		print_number(s->text[k], s->value[k], b->arg);
	}
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < COUNT; k++)
		sum = sum * 3 + (uint64_t)s->value[k];
	return bd_expect(b, sum);
}

BD_FAMILY("Strtol", run, (10, 16), .tags = "parse", .setup = setup, .teardown = free_state,
	.verify = verify)
