/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_SHARD_H
#define DRIVER_REQUEST_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct builds;
struct err;

/*
 * --shard K/N: of the selected benchmarks, by the order of the list, the K-th of each N. So no
 * machine needs a plan: equal commands with other K make the parts that driver/parts/merge.h
 * joins.
 */
struct shard {
	unsigned number, count; /* K and N; 0: the whole run */
	size_t benchmarks;      /* that the parts have together */
	uint64_t list;          /* hash of their names: parts of other lists do not join */
	bool empty;             /* there are more parts than benchmarks: this one has none */
};

#define SHARD_COUNT_MAX 10000
/* Metadata of a part: what shard_text() writes. */
#define SHARD_META "shard"

/* "2/8"; -1 with *e set for anything else. */
int shard_parse(struct shard *shard, const char *text, struct err *e);
/* Leaves the shard's benchmarks selected; returns how many builds have them, all counted. */
long shard_select(struct shard *shard, struct builds *builds);
/* "2/8 of 388, list 0123456789abcdef"; the caller frees it. */
char *shard_text(const struct shard *shard);
/* -1: it is not such a text. */
int shard_read(struct shard *shard, const char *text);

#endif
