/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

static void split(
	const double *y, int from, int to, double sd, double threshold, int *places, int *count)
{
	double total = 0, left = 0, best = threshold * threshold;
	int at = 0;

	for (int i = from; i < to; i++)
		total += y[i];
	for (int i = from + 1; i < to; i++) {
		double a = i - from, b = to - i, gap, z2;

		left += y[i - 1];
		gap = left / a - (total - left) / b;
		z2 = gap * gap * a * b / (a + b) / (sd * sd);
		if (a >= 2 && b >= 2 && z2 > best) {
			best = z2;
			at = i;
		}
	}
	if (!at)
		return;
	places[(*count)++] = at;
	split(y, from, at, sd, threshold, places, count);
	split(y, at, to, sd, threshold, places, count);
}

static void judge_track(struct tally *tally, size_t line, double threshold, int t)
{
	const double *y = tally->nights->levels[line];
	int places[NIGHTS], count = 0;

	split(y, 0, t + 1, difference_sd(y, t + 1), threshold, places, &count);
	for (int k = 0; k < count; k++)
		tally_tell(tally, line, places[k], places[k], t);
}

/* The greedy search with the same penalty, noise from the line's own differences, any place. */
const struct rule rule_binary = { .name = "binary", .judge_track = judge_track };
