/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_pending.h"

#include "driver/base/message.h"
#include "driver/screens/words.h"
#include "driver/store/find_log.h"

/* 1: both were found; 0: nothing was measured beside the night; -1 with *e set. */
static int find_pair(
	struct store *store, const struct tracks *tracks, struct log logs[2], struct err *e)
{
	char when[NIGHT_SIZE];

	night_time_text(when, tracks->nights[tracks->night_count - 1].started);
	if (store_find_log(store, when, tracks->class, ".", &logs[1], e))
		return -1;
	return store_find_beside(store, &logs[1], "before", &logs[0], e);
}

struct pending history_pending(const struct history_args *own, const struct tracks *tracks)
{
	struct log logs[2] = { 0 };
	struct store store = { 0 };
	struct pending pending = { 0 };
	struct err e;
	int found = store_open(&store, history_folder(own), DATABASE_READ, &e)
			    ? -1
			    : find_pair(&store, tracks, logs, &e);

	store_close(&store);
	if (found < 0)
		message_warning("%s", e.text);
	if (found > 0)
		pending = pending_of(&logs[0], &logs[1]);
	log_release(&logs[0]);
	log_release(&logs[1]);
	return pending;
}
