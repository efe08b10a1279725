/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PARTS_MERGE_HEAD_H
#define DRIVER_PARTS_MERGE_HEAD_H

#include "compare/log/write.h"
#include "driver/parts/part.h"

/* Writes the metadata of one build's log: what those of the parts, in this order, say together.
 * 0, or -1 with *e set. */
int merge_head_write(const struct part *parts, size_t count, size_t build,
	struct log_writer *writer, struct err *e);

#endif
