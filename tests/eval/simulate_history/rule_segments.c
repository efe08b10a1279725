/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include "driver/history/changes.h"

static void judge(struct tally *tally, double threshold, int t)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	struct changes changes;

	settings.threshold = threshold;
	settings.least = 0; /* the other rules have no limit */
	changes_find(&changes, &tally->nights->tracks, &settings);
	for (size_t i = 0; i < changes.count; i++)
		tally_tell(tally, changes.list[i].track, (int)changes.list[i].low,
			(int)changes.list[i].high, t);
	changes_release(&changes);
}

/* What `bdriver history` does, which reports no changes below 1 %. */
const struct rule rule_segments = { .name = "segments", .judge = judge };
