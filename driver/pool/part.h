/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_PART_H
#define DRIVER_POOL_PART_H

#include <stdbool.h>

#include "driver/pool/plan.h"

/*
 * What one attempt at a shard measured, in one file: the complete log of each build, and a last
 * line with the number of rows and a hash of all before it. So a part that is cut short or
 * damaged is known as such.
 */
struct pool_part {
	char *text; /* the file; owned */
	size_t size;
	char *node; /* owned */
	/* The log of each build of the plan; they point into the text. */
	const char *logs[8];
	size_t sizes[8];
};

/* Where the part is from, and how long reference work took there before and after; 0: not
 * known.
 */
struct pool_head {
	char node[256];
	double reference_ns[2];
};

/*
 * Makes FOLDER/part/SHARD@NODE@TAG.log of the finished logs, brings it to the disk and links it
 * to FOLDER/done/. *late: another attempt was first; its part stays. Text is the plan's.
 */
int pool_part_write(const struct pool_plan *plan, const char *folder, unsigned shard,
	const struct pool_head *head, const char *tag, char *const *logs, bool *late,
	struct err *e);
/* The head of FOLDER/done/SHARD.log, unchecked. -1: there is none. */
int pool_part_head(struct pool_head *head, const char *folder, unsigned shard);
/* Reads and checks FOLDER/done/SHARD.log. *part is zeroed; release it in any case. */
int pool_part_read(struct pool_part *part, const struct pool_plan *plan, const char *folder,
	unsigned shard, struct err *e);
void pool_part_release(struct pool_part *part);

#endif
