/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4).
 */
static const uint32_t constants[64] = {
	0x428a2f98,
	0x71374491,
	0xb5c0fbcf,
	0xe9b5dba5,
	0x3956c25b,
	0x59f111f1,
	0x923f82a4,
	0xab1c5ed5,
	0xd807aa98,
	0x12835b01,
	0x243185be,
	0x550c7dc3,
	0x72be5d74,
	0x80deb1fe,
	0x9bdc06a7,
	0xc19bf174,
	0xe49b69c1,
	0xefbe4786,
	0x0fc19dc6,
	0x240ca1cc,
	0x2de92c6f,
	0x4a7484aa,
	0x5cb0a9dc,
	0x76f988da,
	0x983e5152,
	0xa831c66d,
	0xb00327c8,
	0xbf597fc7,
	0xc6e00bf3,
	0xd5a79147,
	0x06ca6351,
	0x14292967,
	0x27b70a85,
	0x2e1b2138,
	0x4d2c6dfc,
	0x53380d13,
	0x650a7354,
	0x766a0abb,
	0x81c2c92e,
	0x92722c85,
	0xa2bfe8a1,
	0xa81a664b,
	0xc24b8b70,
	0xc76c51a3,
	0xd192e819,
	0xd6990624,
	0xf40e3585,
	0x106aa070,
	0x19a4c116,
	0x1e376c08,
	0x2748774c,
	0x34b0bcb5,
	0x391c0cb3,
	0x4ed8aa4a,
	0x5b9cca4f,
	0x682e6ff3,
	0x748f82ee,
	0x78a5636f,
	0x84c87814,
	0x8cc70208,
	0x90befffa,
	0xa4506ceb,
	0xbef9a3f7,
	0xc67178f2,
};

static uint32_t turn(uint32_t x, int by)
{
	return x >> by | x << (32 - by);
}

static void expand(const unsigned char *block, uint32_t *w)
{
	for (int t = 0; t < 16; t++, block += 4)
		w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
		       (uint32_t)block[2] << 8 | block[3];
	for (int t = 16; t < 64; t++) {
		uint32_t x = w[t - 15], y = w[t - 2];

		w[t] = w[t - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[t - 7] +
		       (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
	}
}

static void compress(uint32_t *hash, const unsigned char *block)
{
	uint32_t w[64], h[8];

	expand(block, w);
	memcpy(h, hash, sizeof(h));
	for (int t = 0; t < 64; t++) {
		uint32_t choice = (h[4] & h[5]) ^ (~h[4] & h[6]);
		uint32_t most = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
		uint32_t t1 = h[7] + (turn(h[4], 6) ^ turn(h[4], 11) ^ turn(h[4], 25)) +
			      choice + constants[t] + w[t];
		uint32_t t2 = (turn(h[0], 2) ^ turn(h[0], 13) ^ turn(h[0], 22)) + most;

		memmove(h + 1, h, 7 * sizeof(*h));
		h[4] += t1;
		h[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		hash[i] += h[i];
}

static void sha256(const unsigned char *data, size_t size, uint32_t *hash)
{
	static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	unsigned char last[128] = { 0 };
	size_t whole = size / 64 * 64, rest = size - whole, end = rest < 56 ? 64 : 128;

	memcpy(hash, start, sizeof(start));
	for (size_t i = 0; i < whole; i += 64)
		compress(hash, data + i);
	memcpy(last, data + whole, rest);
	last[rest] = 0x80;
	for (size_t i = 0; i < 8; i++)
		last[end - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
	for (size_t i = 0; i < end; i += 64)
		compress(hash, last + i);
}

/* Result: the first 64 bits of the hash of b->arg letters 'a'. */
static void run(struct bd *b, uint64_t n)
{
	uint32_t hash[8] = { 0 };

	for (uint64_t i = 0; i < n; i++) {
		sha256(b->state, (size_t)b->arg, hash);
		bd_keep(hash[0]);
	}
	bd_result(b, (uint64_t)hash[0] << 32 | hash[1]);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc((size_t)b->arg);
	memset(b->state, 'a', (size_t)b->arg);
	b->bytes = (double)b->arg;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	/* As the sha256sum of coreutils prints them. */
	return bd_expect(b, b->arg == 64     ? 0xffe054fe7ae0cb6d
			    : b->arg == 1000 ? 0x41edece42d63e8d9
					     : 0xf3336bea752b5a28);
}

BD_FAMILY("Sha256", run, (64, 1000, 16384), .tags = "integer,hash", .setup = setup,
	.teardown = teardown, .verify = verify)
