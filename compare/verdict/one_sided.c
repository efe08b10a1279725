/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/one_sided.h"

void one_sided_judge(const struct comparison *comparison, struct row *row)
{
	bool is_new = !row->new.benchmark;
	const struct log *log = is_new ? comparison->new : comparison->old;

	if ((!row->old.benchmark || is_new) &&
		(!log->complete || log_fact(log, LOG_NOT_MEASURED, row->suite, row->name))) {
		row->time.verdict = VERDICT_NOT_MEASURED;
		string_list_addf(row_note(row), "%s: its run ended before",
			is_new ? comparison->names.new : comparison->names.old);
		return;
	}
	if (!row->old.benchmark && row->new.launches)
		row->time.verdict = VERDICT_ADDED;
	else if (is_new && row->old.launches)
		row->time.verdict = VERDICT_REMOVED;
	else
		row->time.verdict = VERDICT_FAILED;
	row->lost = row->old.launches && !row->new.launches;
}
