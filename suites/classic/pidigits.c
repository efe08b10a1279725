/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 100, TERMS = DIGITS * 10 / 3 + 2 };

struct state {
	int rest[TERMS];
	char digits[DIGITS + 4];
};

/* One more digit before corrections: the digits of pi in a mixed base (Rabinowitz, Wagon). */
static int draw(int *rest)
{
	int carry = 0;

	for (int k = TERMS - 1; k > 0; k--) {
		int value = rest[k] * 10 + carry * (k + 1);

		rest[k] = value % (2 * k + 1);
		carry = value / (2 * k + 1);
	}
	carry += rest[0] * 10;
	rest[0] = carry % 10;
	return carry / 10;
}

/* A drawn 10 carries into the digits that stand already. */
static void write_digit(char *digits, int at, int drawn)
{
	digits[at] = (char)('0' + drawn % 10);
	for (int k = at - 1; drawn >= 10 && k >= 0; k--) {
		if (digits[k] != '9') {
			digits[k]++;
			break;
		}
		digits[k] = '0';
	}
}

/* 100 digits of pi; result: the hash of all but the last four, which may still change. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t hash = 0;

	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < TERMS; k++)
			s->rest[k] = 2;
		for (int k = 0; k < DIGITS; k++)
			write_digit(s->digits, k, draw(s->rest));
		hash = bd_hash(s->digits, DIGITS - 4, 0);
		bd_keep(hash);
	}
	bd_result(b, hash);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(struct state));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	static const char known[] = "3141592653589793238462643383279502884197169399375105820"
				    "9749445923078164062862089986280348253421170679";

	return bd_expect(b, bd_hash(known, DIGITS - 4, 0));
}

BD_BENCHMARK("PiDigits", run, .tags = "integer,arithmetic", .items = DIGITS, .setup = setup,
	.teardown = teardown, .verify = verify)
