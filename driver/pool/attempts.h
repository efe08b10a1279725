/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_ATTEMPTS_H
#define DRIVER_POOL_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * The files of the attempts at shards, in the run's folder:
 *
 *	part/SHARD@NODE@TAG.try   an attempt that has begun; its content: why it failed, or ""
 *	part/SHARD@NODE@TAG.log   one that has ended: a part
 *	part/SHARD@NODE@TAG.err   what its failed launches wrote to stderr
 *	part/SHARD@NODE@TAG.tuned iterations that it tuned (driver/pool_run/pool_tuned.h)
 *	done/SHARD.log            a link to the part that was finished first
 */

/* Makes the folders. */
int attempts_make_folders(const char *folder, struct err *e);

/* Paths; the caller frees them. */
char *attempts_done_path(const char *folder, unsigned shard);
char *attempts_part_path(const char *folder, unsigned shard, const char *node, const char *tag,
	const char *ending);

/* What a node is called in them; the caller frees it. */
char *attempts_node_name(const char *text);

/* Marks the beginning of an attempt at `path`, a .try; what it says later is why it failed.
 * Also writes other small files. */
int attempts_note(const char *path, const char *why, struct err *e);

/* Attempts that began and did not bring a part. */
struct attempts_lost {
	struct string_list nodes; /* each once */
	size_t count;
	char *why; /* of the last one that failed; owned; NULL: none did */
	size_t failed;
};

/* By shard, for shards 0 .. count - 1; zeroed. */
void attempts_read_lost(const char *folder, struct attempts_lost *lost, size_t count);
void attempts_release_lost(struct attempts_lost *lost, size_t count);
/* Forgets the lost attempts of one shard, for a user who begins anew. */
void attempts_forget(const char *folder, unsigned shard);
/* The paths of the files of all attempts that end with `ending`, sorted. */
void attempts_list(const char *folder, const char *ending, struct string_list *paths);
/* Appends the .err files to the file at `path`, which is not made where there is nothing. */
void attempts_gather_errors(const char *folder, const char *path);
/* Removes plan, parts and attempts of another run. */
void attempts_clear(const char *folder);

#endif
