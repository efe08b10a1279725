/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The data of this suite: the same items, names and probes for uthash and for its neighbours in
 * libc (hsearch_r, tsearch), so that their times can be compared.
 */
#ifndef UTHASH_ITEMS_H
#define UTHASH_ITEMS_H

#include "harness/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define uthash_fatal(message) abort()
#include <uthash.h>

#define PROBES 2048

struct item {
	int id;        /* looks random; unique */
	char name[20]; /* unique in its first characters: hsearch_r hashes no others */
	unsigned value;
	UT_hash_handle by_id, by_name;
};

struct items {
	struct item *all; /* `count` that belong into the table, then PROBES / 2 strangers */
	size_t count;
	struct item *head;                /* a uthash table, by id or by name */
	const struct item *probe[PROBES]; /* what is looked up: half of them strangers */
	void *other;                      /* a benchmark's own */
};

static inline void items_fill(struct items *s, size_t count)
{
	size_t total = count + PROBES / 2;
	uint64_t seed = 50;

	s->count = count;
	s->all = bd_alloc(total * sizeof(*s->all));
	for (size_t k = 0; k < total; k++) {
		struct item *m = &s->all[k];

		/* An odd factor: unique modulo 2^31. */
		m->id = (int)((k * 0x9e3779b1U) & 0x7fffffff);
		m->value = (unsigned)(bd_random(&seed) % 1000);
		snprintf(m->name, sizeof(m->name), "%06zu-%s", k * 7919 % 1000003,
			(const char *[]){ "user", "session", "x", "item" }[k % 4]);
	}
	for (size_t k = 0; k < PROBES; k++) {
		size_t known = bd_random(&seed) % count;

		s->probe[k] = k % 2 ? &s->all[known] : &s->all[count + k / 2];
	}
}

/* b->arg items, none of them in a table yet. */
static inline int items_setup(struct bd *b)
{
	struct items *s = b->state = bd_alloc(sizeof(*s));

	items_fill(s, b->arg > 0 ? (size_t)b->arg : 1);
	return 0;
}

static inline void items_teardown(struct bd *b)
{
	struct items *s = b->state;

	if (s)
		free(s->all);
	free(s);
}

/* The values of all items, for verify. */
static inline uint64_t items_sum(const struct items *s)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < s->count; k++)
		sum += s->all[k].value;
	return sum;
}

/* What looking up all probes must give: how many are known, and their values. */
static inline int items_expect_probes(struct bd *b)
{
	struct items *s = b->state;
	uint64_t found = 0, sum = 0;

	for (size_t k = 0; k < PROBES; k++)
		if ((size_t)(s->probe[k] - s->all) < s->count) {
			found++;
			sum += s->probe[k]->value;
		}
	return bd_expect(b, found << 32 | sum);
}

static inline struct item *find_id(const struct items *s, int id)
{
	struct item *m;

	HASH_FIND(by_id, s->head, &id, sizeof(id), m);
	return m;
}

static inline struct item *find_name(const struct items *s, const char *name)
{
	struct item *m;

	HASH_FIND(by_name, s->head, name, strlen(name), m);
	return m;
}

static inline void add_id(struct items *s, struct item *m)
{
	HASH_ADD(by_id, s->head, id, sizeof(m->id), m);
}

static inline void add_name(struct items *s, struct item *m)
{
	HASH_ADD_KEYPTR(by_name, s->head, m->name, strlen(m->name), m);
}

static inline void delete_id(struct items *s, struct item *m)
{
	HASH_DELETE(by_id, s->head, m);
}

static inline void delete_name(struct items *s, struct item *m)
{
	HASH_DELETE(by_name, s->head, m);
}

static inline void clear_ids(struct items *s)
{
	HASH_CLEAR(by_id, s->head);
}

static inline void clear_names(struct items *s)
{
	HASH_CLEAR(by_name, s->head);
}

/* b->arg items in a table by id. */
static inline int ids_setup(struct bd *b)
{
	struct items *s;

	items_setup(b);
	s = b->state;
	for (size_t k = 0; k < s->count; k++)
		add_id(s, &s->all[k]);
	b->items = (double)s->count;
	return 0;
}

static inline void ids_teardown(struct bd *b)
{
	if (b->state)
		clear_ids(b->state);
	items_teardown(b);
}

/* b->arg items in a table by name. */
static inline int names_setup(struct bd *b)
{
	struct items *s;

	items_setup(b);
	s = b->state;
	for (size_t k = 0; k < s->count; k++)
		add_name(s, &s->all[k]);
	b->items = (double)s->count;
	return 0;
}

static inline void names_teardown(struct bd *b)
{
	if (b->state)
		clear_names(b->state);
	items_teardown(b);
}

#endif
