/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/prng.h"

#include <assert.h>

uint64_t prng_splitmix(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

void prng_seed(struct prng *prng, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		prng->state[i] = prng_splitmix(&seed);
}

static uint64_t rotate(uint64_t x, int bits)
{
	return (x << bits) | (x >> (64 - bits));
}

uint64_t prng_next(struct prng *prng)
{
	uint64_t *s = prng->state;
	uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

uint64_t prng_below(struct prng *prng, uint64_t n)
{
	unsigned __int128 product;

	assert(n > 0);
	product = (unsigned __int128)prng_next(prng) * n;
	if ((uint64_t)product < n) {
		uint64_t threshold = -n % n;

		while ((uint64_t)product < threshold)
			product = (unsigned __int128)prng_next(prng) * n;
	}
	return (uint64_t)(product >> 64);
}
