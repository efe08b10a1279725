/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/nights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/uniform.h"

#define LOUDER_NIGHT 150

static const struct world worlds[] = {
	{ .name = "quiet" },
	{ .name = "all code is new", .renewed = 1 },
	{ .name = "correlated .4", .ar = 0.4 },
	{ .name = "correlated .2", .ar = 0.2 },
	{ .name = "a tenth correlated .5", .some_ar = 0.5 },
	{ .name = "a tenth correlated .8", .some_ar = 0.8 },
	{ .name = "a tenth grows louder", .louder = 3 },
	{ .name = "tails of t 3", .tails = 1 },
	{ .name = "bad nights 5 %", .bad = 0.05 },
	{ .name = "bad nights 2 %", .bad = 0.02 },
	{ .name = "slow nights 5 %", .slow = 0.05 },
	{ .name = "noise doubles", .growth = 2 },
	{ .name = "machine shifts 1 %", .shift = 0.01 },
	{ .name = "unseen shifts 1 %", .shift = 0.01, .hidden = 1 },
	{ .name = "shifts 3 %, code unknown", .shift = 0.03, .hidden = 1, .unknown = 1 },
	{ .name = "step 1 sd", .step_sd = 1 },
	{ .name = "step 2 sd", .step_sd = 2 },
	{ .name = "step 3 sd", .step_sd = 3 },
	{ .name = "step 5 %", .step = 0.05 },
	{ .name = "creep .1 sd a night", .creep_sd = 0.1 },
	{ .name = "measured", .measured = true, .unknown = 1 },
};

const struct world *world_find(const char *name)
{
	for (size_t i = 0; i < sizeof(worlds) / sizeof(worlds[0]); i++)
		if (!strcmp(worlds[i].name, name))
			return &worlds[i];
	return NULL;
}

double world_renewed(const struct world *world)
{
	return world->renewed > 0 ? world->renewed : 0.1;
}

double normal_draw(struct prng *prng)
{
	double u = uniform_draw(prng), v = uniform_draw(prng);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double difference_sd(const double *levels, int n)
{
	double d[NIGHTS];

	for (int i = 1; i < n; i++)
		d[i - 1] = fabs(levels[i] - levels[i - 1]);
	qsort(d, (size_t)n - 1, sizeof(*d), compare_doubles);
	return 1.4826 * d[(n - 1) / 2] / M_SQRT2;
}

bool nights_has_step(const struct nights *n, size_t track)
{
	const struct world *w = n->world;

	return track % 10 == 0 && (w->step_sd > 0 || w->step > 0 || w->creep_sd > 0);
}

static double truth(const struct nights *n, size_t track, int t)
{
	const struct world *w = n->world;
	double value = t >= 60 && t < 140 ? w->shift : 0;

	if (!nights_has_step(n, track) || t < n->step_night)
		return value;
	return value + w->step + w->step_sd * n->sd[track] +
	       w->creep_sd * n->sd[track] * (t - n->step_night + 1);
}

/* A normal value, or Student's t of 3 degrees of freedom, of variance 1. */
static double noise_draw(struct nights *n)
{
	double z = normal_draw(&n->prng), chi = 0;

	if (n->world->tails <= 0)
		return z;
	for (int i = 0; i < 3; i++) {
		double one = normal_draw(&n->prng);

		chi += one * one;
	}
	return z / sqrt(chi);
}

static void draw_levels(struct nights *n)
{
	const struct world *w = n->world;
	double together[DRAWN];

	for (int t = 0; t < DRAWN; t++)
		together[t] = w->slow > 0 && uniform_draw(&n->prng) < w->slow ? 0.01 : 0;
	for (size_t i = 0; i < LINES; i++) {
		double noise = 0, ar = i % 10 == 5 && w->some_ar > 0 ? w->some_ar : w->ar;

		/* Median .5 %, as unpaired nights of real suites have. */
		n->sd[i] = 0.005 * exp(0.5 * normal_draw(&n->prng));
		for (int t = 0; t < DRAWN; t++) {
			double sd = n->sd[i] *
				    (w->growth > 0 ? 1 + (w->growth - 1) * t / DRAWN : 1);

			if (w->louder > 0 && i % 10 == 5 && t >= LOUDER_NIGHT)
				sd *= w->louder;
			noise = ar * noise + sqrt(1 - ar * ar) * noise_draw(n);
			n->levels[i][t] = truth(n, i, t) + together[t] + sd * noise +
					  (uniform_draw(&n->prng) < w->bad ? 6 * sd : 0);
			n->errors[i][t] = n->sd[i] / 2;
		}
	}
}

/* Measured nights. Their SD is that of the differences. */
static int read_levels(struct nights *n, const char *path)
{
	FILE *in = fopen(path, "re");
	size_t track, most = 0;
	double level, se;
	int t, last = 0;

	for (track = 0; track < LINES_MOST; track++)
		for (t = 0; t < NIGHTS; t++)
			n->levels[track][t] = NAN;
	/* NOLINTNEXTLINE(cert-err34-c): the levels are those of a study of ours */
	while (in && fscanf(in, "%zu %d %lf %lf", &track, &t, &level, &se) == 4) {
		if (track >= LINES_MOST || t < 0 || t >= NIGHTS) {
			fclose(in);
			return -1;
		}
		n->levels[track][t] = level;
		n->errors[track][t] = se;
		most = track > most ? track : most;
		last = t > last ? t : last;
	}
	if (!in || fclose(in) || last < 2 * QUIET)
		return -1;
	n->track_count = most + 1;
	n->count = last + 1;
	n->step_night = n->count / 2;
	for (size_t i = 0; i < n->track_count; i++) {
		n->sd[i] = n->world->measured ? NAN : difference_sd(n->levels[i], n->count);
		for (t = 0; t < n->count; t++)
			n->levels[i][t] += truth(n, i, t);
	}
	return 0;
}

int nights_draw(struct nights *n, const struct world *world, uint64_t seed, const char *levels)
{
	memset(n, 0, sizeof(*n)); /* too large for a stack */
	n->world = world;
	n->seed = seed;
	n->track_count = LINES;
	n->count = DRAWN;
	n->step_night = DRAWN / 2;
	prng_seed(&n->prng, seed);
	if (levels && read_levels(n, levels))
		return -1;
	if (!levels)
		draw_levels(n);
	for (size_t i = 0; i < n->track_count; i++) {
		char name[24];

		snprintf(name, sizeof(name), "%zu", i);
		tracks_add(&n->tracks, "s", name);
	}
	return 0;
}

void nights_add(struct nights *n, int t)
{
	struct track_night *night = tracks_add_night(&n->tracks);
	const struct world *w = n->world;

	night->machine = w->hidden > 0 ? 1 : 1 + (w->shift > 0 ? (t >= 60) + (t >= 140) : 0);
	for (size_t i = 0; i < n->track_count; i++) {
		bool creeps = w->creep_sd > 0 && t >= n->step_night;
		bool steps = nights_has_step(n, i) && (creeps || t == n->step_night);
		struct track_point *p;

		if (isnan(n->levels[i][t]))
			continue;
		p = track_add(&n->tracks.tracks[i]);
		p->night = (uint32_t)t;
		p->level = n->levels[i][t];
		p->se = n->errors[i][t];
		p->definition = 1;
		p->toolchain = 1;
		p->code = n->tracks.tracks[i].count > 1 ? p[-1].code : 1;
		p->code += steps || uniform_draw(&n->prng) < world_renewed(w);
		if (w->unknown > 0)
			p->code = 0;
	}
}

void nights_release(struct nights *n)
{
	tracks_release(&n->tracks);
}
