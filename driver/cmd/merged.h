/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_MERGED_H
#define DRIVER_CMD_MERGED_H

#include "driver/base/scratch.h"
#include "driver/parts/merge.h"

/* Parts that a command reads as the run that they are of. Zeroed it can be released. */
struct merged {
	struct scratch scratch;
	char *folder; /* of the merged logs, in the scratch folder; owned */
	struct merge merge;
};

/* Names what is missing and which machines are off. EXIT_FINE, or EXIT_UNMEASURED: something is
 * missing. */
int merged_warn(const struct merge *merge);
/* EXIT_FINE or EXIT_UNMEASURED with merged->folder; or another exit code after printing why. */
int merged_make(struct merged *merged, char *const *parts, int count);
void merged_release(struct merged *merged);

#endif
