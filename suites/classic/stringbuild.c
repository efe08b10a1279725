/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *data;
	size_t used, room;
};

static void append(struct text *t, const char *data, size_t size)
{
	if (t->used + size > t->room) {
		while (t->used + size > t->room)
			t->room = t->room ? t->room * 2 : 64;
		char *grown = realloc(t->data, t->room);
		if (!grown)
			abort();
		t->data = grown;
	}
	memcpy(t->data + t->used, data, size);
	t->used += size;
}

static void append_number(struct text *t, unsigned long value)
{
	char digits[24], *p = digits + sizeof(digits);

	do {
		*--p = (char)('0' + value % 10);
	} while (value /= 10);
	append(t, p, (size_t)(digits + sizeof(digits) - p));
}

/* A growing string: "0, 1, 4, 9 ..."; result: its hash. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t hash = 0;

	for (uint64_t i = 0; i < n; i++) {
		struct text t = { 0 };

		for (long k = 0; k < b->arg; k++) {
			append_number(&t, (unsigned long)k * (unsigned long)k);
			append(&t, ", ", 2);
		}
		hash = bd_hash(t.data, t.used, 0);
		bd_keep(hash);
		free(t.data);
	}
	bd_result(b, hash);
}

/* The same through printf. */
static int verify(struct bd *b)
{
	char part[32];
	uint64_t whole;
	size_t size = 0;
	char *data = bd_alloc((size_t)b->arg * sizeof(part));

	for (long k = 0; k < b->arg; k++)
		size += (size_t)snprintf(data + size, sizeof(part), "%ld, ", k * k);
	whole = bd_hash(data, size, 0);
	free(data);
	return bd_expect(b, whole);
}

BD_FAMILY("StringBuild", run, (1000, 5000), .tags = "text,memory", .verify = verify)
