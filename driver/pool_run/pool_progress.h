/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_RUN_POOL_PROGRESS_H
#define DRIVER_POOL_RUN_POOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dispatch;
struct run_settings;

/* What a person sees while a pool measures: how many shards are done, and what each node does.
 */
struct pool_progress {
	bool quiet, terminal;
	size_t told; /* shards that were done when the last line was printed */
	uint64_t started_ns, shown_ns;
};

void pool_progress_begin(struct pool_progress *progress, const struct run_settings *settings,
	const struct dispatch *dispatch);
void pool_progress_show(struct pool_progress *progress, const struct dispatch *dispatch);
void pool_progress_say(struct pool_progress *progress, const char *sentence);
void pool_progress_end(struct pool_progress *progress);

#endif
