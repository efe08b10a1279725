/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/undecided.h"

#include "compare/verdict/compared.h"
#include "compare/verdict/resolution.h"
#include "compare/verdict/rules.h"

bool row_is_single(const struct row *row, bool in_rounds)
{
	if (!row->old.launches || !row->new.launches || row_is_proven(row))
		return false;
	return row->old.launches < 2 || row->new.launches < 2 ||
	       (in_rounds && row->paired.rounds < 2);
}

static enum undecided why(
	const struct comparison *comparison, size_t compared, size_t unmeasured)
{
	const struct comparison_summary *summary = &comparison->summary;

	if (!compared)
		return comparison->join.common || unmeasured ? UNDECIDED_NOTHING
							     : UNDECIDED_APART;
	/* A rule without a test decides by one launch: who chose it wants that. */
	if (summary->single && summary->single == resolution_judged(comparison) &&
		rule_method(comparison->rule)->tests)
		return UNDECIDED_LAUNCHES;
	return summary->shift.undecided ? UNDECIDED_SHIFT : UNDECIDED_NOT;
}

void undecided_find(struct comparison *comparison)
{
	bool in_rounds = comparison->rule == RULE_PAIRED;
	size_t compared = 0, unmeasured = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct row *row = &comparison->rows[i];

		comparison->summary.single += row_is_single(row, in_rounds);
		compared += row->old.launches && row->new.launches;
		unmeasured += row->time.verdict == VERDICT_NOT_MEASURED;
		row->lost &= comparison->join.common > 0;
	}
	comparison->summary.undecided = why(comparison, compared, unmeasured);
}

bool comparison_shows_no_shift(const struct comparison *comparison)
{
	return comparison->rule == RULE_UNPAIRED && !comparison->summary.shift.shown_by &&
	       comparison->summary.undecided != UNDECIDED_LAUNCHES &&
	       !log_same_session(comparison->old, comparison->new);
}
