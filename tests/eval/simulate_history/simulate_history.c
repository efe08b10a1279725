/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate_history WORLD METHOD THRESHOLD SEED [LEVELS]: nights of a suite with known steps,
 * judged after each night as a nightly job would. Prints one CSV row. LEVELS holds measured
 * nights instead of normal noise: a line "LINE NIGHT LN_TIME STANDARD_ERROR" for each value.
 * tests/eval/studies/history_rules.py and history_dealt.py start it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/stats/distribution.h"
#include "driver/history/changes.h"
#include "tests/unit/support/uniform.h"

#define LINES   500
#define NIGHTS  200
#define RENEWED 0.1 /* share of the lines with new code each night */
#define QUIET   30  /* nights before the first verdict */
#define NEAR    5   /* nights between a step and its alarm's place */

static struct prng prng;
static size_t lines_used = LINES;
static int nights = NIGHTS, step_night = NIGHTS / 2;

static double normal(void)
{
	double u = uniform_draw(&prng), v = uniform_draw(&prng);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

/* What a world adds to independent noise. */
struct world {
	const char *name;
	double renewed; /* share of the lines with new code each night; 0: RENEWED */
	double ar;      /* autocorrelation of successive nights */
	double bad;     /* share of single bad nights, 6 standard deviations */
	double slow;    /* share of nights in which everything is 1 % slower */
	double growth;  /* the noise at the end, as a multiple */
	double shift;   /* of the whole machine at nights 60 and 140, with a new kernel */
	double hidden;  /* nights 60 and 140 without a word in the log: the kernel is not new */
	double step_sd; /* of a tenth of the lines at step_night, in standard deviations */
	double step;    /* likewise, in ln */
	double creep_sd; /* of a tenth of the lines, each night from step_night on */
};

static const struct world worlds[] = {
	{ .name = "quiet" },
	{ .name = "all code is new", .renewed = 1 },
	{ .name = "correlated .4", .ar = 0.4 },
	{ .name = "bad nights 2 %", .bad = 0.02 },
	{ .name = "slow nights 5 %", .slow = 0.05 },
	{ .name = "noise doubles", .growth = 2 },
	{ .name = "machine shifts 1 %", .shift = 0.01 },
	{ .name = "unseen shifts 1 %", .shift = 0.01, .hidden = 1 },
	{ .name = "step 1 sd", .step_sd = 1 },
	{ .name = "step 2 sd", .step_sd = 2 },
	{ .name = "step 3 sd", .step_sd = 3 },
	{ .name = "step 5 %", .step = 0.05 },
	{ .name = "creep .1 sd a night", .creep_sd = 0.1 },
};

/* What one simulation counts. */
struct tally {
	long alarms; /* false */
	long same;   /* false ones where nothing of code, compiler and machine changed */
	long steps, found_2, found_7, found_30;
};

static double sd_of[LINES], levels[LINES][NIGHTS], errors[LINES][NIGHTS];
static int told[LINES][NIGHTS]; /* places of alarms so far */
static bool is_found[LINES];

static bool has_step(const struct world *w, size_t line)
{
	return line % 10 == 0 && (w->step_sd > 0 || w->step > 0 || w->creep_sd > 0);
}

static double truth(const struct world *w, size_t line, int t)
{
	double value = t >= 60 && t < 140 ? w->shift : 0;

	if (!has_step(w, line) || t < step_night)
		return value;
	return value + w->step + w->step_sd * sd_of[line] +
	       w->creep_sd * sd_of[line] * (t - step_night + 1);
}

/* All nights; the lines are filled night by night. */
static void make_levels(const struct world *w)
{
	double together[NIGHTS];

	for (int t = 0; t < NIGHTS; t++)
		together[t] = w->slow > 0 && uniform_draw(&prng) < w->slow ? 0.01 : 0;
	for (size_t i = 0; i < LINES; i++) {
		double noise = 0;

		/* Median .5 %, as unpaired nights of real suites have. */
		sd_of[i] = 0.005 * exp(0.5 * normal());
		for (int t = 0; t < NIGHTS; t++) {
			double sd = sd_of[i] *
				    (w->growth > 0 ? 1 + (w->growth - 1) * t / NIGHTS : 1);

			noise = w->ar * noise + sqrt(1 - w->ar * w->ar) * normal();
			levels[i][t] = truth(w, i, t) + together[t] + sd * noise +
				       (uniform_draw(&prng) < w->bad ? 6 * sd : 0);
			errors[i][t] = sd_of[i] / 2;
		}
	}
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* SD of a night from the median of the absolute differences of successive nights. */
static double difference_sd(const double *y, int n)
{
	double d[NIGHTS];

	for (int i = 1; i < n; i++)
		d[i - 1] = fabs(y[i] - y[i - 1]);
	qsort(d, (size_t)n - 1, sizeof(*d), compare_doubles);
	return 1.4826 * d[(n - 1) / 2] / M_SQRT2;
}

/* Measured nights, and the steps in them. Their SD is that of the differences. */
static int read_levels(const struct world *w, const char *path)
{
	FILE *in = fopen(path, "re");
	size_t line, most = 0;
	double level, se;
	int t, last = 0;

	while (in && fscanf(in, "%zu %d %lf %lf", &line, &t, &level, &se) == 4) {
		if (line >= LINES || t < 0 || t >= NIGHTS)
			return -1;
		levels[line][t] = level;
		errors[line][t] = se;
		most = line > most ? line : most;
		last = t > last ? t : last;
	}
	if (!in || fclose(in) || last < 2 * QUIET)
		return -1;
	lines_used = most + 1;
	nights = last + 1;
	step_night = nights / 2;
	for (size_t i = 0; i < lines_used; i++) {
		sd_of[i] = difference_sd(levels[i], nights);
		for (t = 0; t < nights; t++)
			levels[i][t] += truth(w, i, t);
	}
	return 0;
}

static void begin_lines(struct lines_of *lines)
{
	for (size_t i = 0; i < lines_used; i++) {
		char name[24];

		snprintf(name, sizeof(name), "%zu", i);
		lines_of_add(lines, "s", name);
	}
}

/* The next night; a line's code changes on a tenth of the nights, and where it steps. */
static void add_night(struct lines_of *lines, const struct world *w, int t)
{
	struct line_night *night = lines_of_add_night(lines);

	night->machine = w->hidden > 0 ? 1 : 1 + (w->shift > 0 ? (t >= 60) + (t >= 140) : 0);
	for (size_t i = 0; i < lines_used; i++) {
		struct line_point *p = line_add(&lines->lines[i]);
		bool creeps = has_step(w, i) && w->creep_sd > 0 && t >= step_night;
		bool steps = has_step(w, i) && t == step_night;

		p->night = (uint32_t)t;
		p->level = levels[i][t];
		p->se = errors[i][t];
		p->definition = 1;
		p->toolchain = 1;
		p->code = t ? p[-1].code : 1;
		p->code += creeps || steps ||
			   uniform_draw(&prng) < (w->renewed > 0 ? w->renewed : RENEWED);
	}
}

/* A verdict at night t: the line has changed in low..high. */
static void tell(struct tally *tally, const struct world *w, const struct lines_of *lines,
	size_t line, int low, int high, int t)
{
	int from = low > NEAR ? low - NEAR : 0,
	    to = high + NEAR < nights ? high + NEAR : nights - 1;
	bool was_told = false, same = true;

	for (int i = from; i <= to; i++)
		was_told |= told[line][i] != 0;
	for (int i = low; i <= high; i++)
		told[line][i] = 1;
	if (was_told || t < QUIET)
		return;
	if (has_step(w, line) && high + NEAR >= step_night) {
		if (is_found[line])
			return;
		is_found[line] = true;
		tally->found_2 += t - step_night < 2;
		tally->found_7 += t - step_night < 7;
		tally->found_30 += t - step_night < 30;
		return;
	}
	for (int i = low; i <= high; i++)
		same &= i > 0 && same_ground(lines, &lines->lines[line].points[i - 1],
					 &lines->lines[line].points[i]);
	tally->alarms++;
	tally->same += same;
}

static void judge_segments(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	struct change_settings settings = { .threshold = threshold, .alarms = 1 };
	struct changes changes;

	changes_find(&changes, lines, &settings);
	for (size_t i = 0; i < changes.count; i++)
		tell(tally, w, lines, changes.list[i].line, (int)changes.list[i].low,
			(int)changes.list[i].high, t);
	changes_release(&changes);
}

/* The greedy search with the same penalty, noise from the line's own differences, any place. */
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

static void judge_binary(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	for (size_t i = 0; i < lines_used; i++) {
		int places[NIGHTS], count = 0;

		split(levels[i], 0, t + 1, difference_sd(levels[i], t + 1), threshold, places,
			&count);
		for (int k = 0; k < count; k++)
			tell(tally, w, lines, i, places[k], places[k], t);
	}
}

/* Tonight against last night: a fixed limit (github-action-benchmark and many scripts). */
static void judge_fixed(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	for (size_t i = 0; i < lines_used; i++)
		if (fabs(levels[i][t] - levels[i][t - 1]) > threshold)
			tell(tally, w, lines, i, t, t, t);
}

/* Tonight's step against the quartiles of the line's earlier steps, as rustc-perf does. */
static void judge_quartiles(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	for (size_t i = 0; i < lines_used; i++) {
		double d[NIGHTS];
		int n = t - 1;

		for (int k = 1; k < t; k++)
			d[k - 1] = fabs(levels[i][k] - levels[i][k - 1]);
		qsort(d, (size_t)n, sizeof(*d), compare_doubles);
		if (fabs(levels[i][t] - levels[i][t - 1]) >
			d[3 * n / 4] + threshold * (d[3 * n / 4] - d[n / 4]))
			tell(tally, w, lines, i, t, t, t);
	}
}

/* 12 nights before against up to 12 after, by t: Perfherder. */
static void judge_window(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	for (size_t i = 0; i < lines_used; i++) {
		double mean[2] = { 0 }, var[2] = { 0 }, s;
		int at = t - 11;

		for (int k = 0; k < 24; k++)
			mean[k / 12] += levels[i][at - 12 + k] / 12;
		for (int k = 0; k < 24; k++) {
			double gap = levels[i][at - 12 + k] - mean[k / 12];

			var[k / 12] += gap * gap / 11;
		}
		s = sqrt((var[0] + var[1]) / 12);
		if (fabs(mean[1] - mean[0]) / s > threshold)
			tell(tally, w, lines, i, at, at, t);
	}
}

/* Two-sided, k = .5, from the mean and the noise of the first nights since the last alarm. */
static void judge_cusum(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	static double up[LINES], down[LINES], mean[LINES], sd[LINES];
	static int since[LINES];

	for (size_t i = 0; i < lines_used; i++) {
		if (t == QUIET || (since[i] && t - since[i] == QUIET)) {
			const double *y = levels[i] + t - QUIET;

			mean[i] = 0;
			for (int k = 0; k < QUIET; k++)
				mean[i] += y[k] / QUIET;
			sd[i] = difference_sd(y, QUIET);
			up[i] = down[i] = 0;
			since[i] = 0;
		}
		if (since[i])
			continue;
		up[i] = fmax(0, up[i] + (levels[i][t] - mean[i]) / sd[i] - 0.5);
		down[i] = fmax(0, down[i] - (levels[i][t] - mean[i]) / sd[i] - 0.5);
		if (up[i] <= threshold && down[i] <= threshold)
			continue;
		since[i] = t;
		tell(tally, w, lines, i, t, t, t);
	}
}

/*
 * The most that is possible: it knows the noise and where a change may stand, and tests each
 * such place once, when it has 2 values, and again with all of the budget for 7 and 30. Its
 * false alarms are those of 7.
 */
static void judge_oracle(struct tally *tally, const struct world *w, struct lines_of *lines,
	double threshold, int t)
{
	static const int looks[] = { 2, 7, 30 };
	long *found[] = { &tally->found_2, &tally->found_7, &tally->found_30 };
	double places = 30 * (double)lines_used * (w->renewed > 0 ? w->renewed : RENEWED);

	for (size_t i = 0; i < lines_used; i++)
		for (int k = 0; k < 3; k++) {
			const struct line_point *p = lines->lines[i].points;
			int m = looks[k], at = t + 1 - m;
			double old = 0, new = 0, z;

			if (at < 1 || same_ground(lines, &p[at - 1], &p[at]) ||
				(has_step(w, i) && at != step_night))
				continue;
			for (int n = 0; n <= t; n++)
				*(n < at ? &old : &new) += levels[i][n];
			z = fabs(new / m - old / at) / (sd_of[i] * sqrt(1. / m + 1. / at));
			if (z <= -normal_quantile(threshold / places / 2))
				continue;
			*found[k] += has_step(w, i);
			tally->alarms += !has_step(w, i) && m == 7;
		}
}

static const struct method {
	const char *name;
	void (*judge)(struct tally *tally, const struct world *w, struct lines_of *lines,
		double threshold, int t);
} methods[] = {
	{ "segments", judge_segments },
	{ "oracle", judge_oracle },
	{ "binary", judge_binary },
	{ "cusum", judge_cusum },
	{ "window", judge_window },
	{ "quartiles", judge_quartiles },
	{ "fixed", judge_fixed },
};

static void simulate(const struct world *w, const struct method *method, double threshold)
{
	struct lines_of lines = { 0 };
	struct tally tally = { 0 };

	begin_lines(&lines);
	for (int t = 0; t < nights; t++) {
		add_night(&lines, w, t);
		/* From QUIET - 1 on, so that what stands already is no alarm of tonight. */
		if (t >= QUIET)
			method->judge(&tally, w, &lines, threshold, t);
	}
	for (size_t i = 0; i < lines_used; i++)
		tally.steps += has_step(w, i);
	printf("%s,%s,%g,%d,%ld,%ld,%ld,%ld,%ld,%ld\n", w->name, method->name, threshold,
		nights - QUIET, tally.alarms, tally.same, tally.steps, tally.found_2,
		tally.found_7, tally.found_30);
	lines_of_release(&lines);
}

int main(int argc, char **argv)
{
	const struct world *w = NULL;
	const struct method *method = NULL;

	if (argc < 5 || argc > 6)
		return 2;
	prng_seed(&prng, strtoull(argv[4], NULL, 10));
	for (size_t i = 0; i < sizeof(worlds) / sizeof(worlds[0]); i++)
		w = strcmp(worlds[i].name, argv[1]) ? w : &worlds[i];
	for (size_t k = 0; k < sizeof(methods) / sizeof(methods[0]); k++)
		method = strcmp(methods[k].name, argv[2]) ? method : &methods[k];
	if (!w || !method)
		return 2;
	if (argc == 5)
		make_levels(w);
	else if (read_levels(w, argv[5]))
		return fprintf(stderr, "%s: holds no levels\n", argv[5]), 2;
	simulate(w, method, strtod(argv[3], NULL));
	return 0;
}
