/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/tally.h"

#include <math.h>

static int call_of(const struct judged *j, double threshold)
{
	if (threshold == 0)
		return j->change;
	if (!(j->p <= 0.05) || fabs(log(j->ratio)) < threshold || j->conflict)
		return 0;
	return j->ratio > 1 ? 1 : -1;
}

void tally_add(struct tally *tally, const struct judged *judged, const struct truth *truth,
	size_t count, double threshold)
{
	size_t called = 0, wrong = 0;

	for (size_t i = 0; i < count; i++) {
		int call = call_of(&judged[i], threshold);

		tally->real += truth[i].change != 0;
		tally->significant += judged[i].p <= 0.05;
		tally->two_part += truth[i].two_part_p <= 0.05;
		tally->unchanged += judged[i].unchanged;
		tally->covered +=
			judged[i].low <= truth[i].factor && truth[i].factor <= judged[i].high;
		tally->found += truth[i].change != 0 && call == truth[i].change;
		called += call != 0;
		wrong += call != 0 && call != truth[i].change;
	}
	tally->logs++;
	tally->benchmarks += count;
	tally->called += called;
	tally->logs_flagged += wrong > 0;
	tally->false_share += called ? (double)wrong / (double)called : 0;
}
