/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <arpa/inet.h>
#include <stdio.h>

#define COUNT 128

struct state {
	uint32_t value[COUNT];
	char input[COUNT][INET_ADDRSTRLEN], output[COUNT][INET_ADDRSTRLEN];
};

/* Reads 128 IPv4 addresses, adds one to each and prints it. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < COUNT; k++) {
			struct in_addr a = { 0 };

			inet_pton(AF_INET, s->input[k], &a);
			a.s_addr = htonl(ntohl(a.s_addr) + 1);
			inet_ntop(AF_INET, &a, s->output[k], INET_ADDRSTRLEN);
			sum += ntohl(a.s_addr);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static void print_address(char *to, uint32_t v)
{
	snprintf(to, INET_ADDRSTRLEN, "%u.%u.%u.%u", v >> 24, v >> 16 & 255, v >> 8 & 255,
		v & 255);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 34;

	for (size_t k = 0; k < COUNT; k++) {
		s->value[k] = (uint32_t)bd_random(&seed);
		print_address(s->input[k], s->value[k]);
	}
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < COUNT; k++) {
		char expected[INET_ADDRSTRLEN];

		print_address(expected, s->value[k] + 1);
		if (strcmp(expected, s->output[k]) != 0)
			return bd_wrong(b, "%s, not %s", s->output[k], expected);
		sum += s->value[k] + 1;
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("InetAddresses", run, .tags = "parse,format", .setup = setup,
	.teardown = free_state, .verify = verify)
