/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/world.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#define WALK_SD      0.02
#define WALK_SECONDS 15.0

static bool drifts(enum model model)
{
	return model == M2 || model == M5 || model == M6;
}

void world_new_session(struct world *world)
{
	world->t = 0;
	world->phase = 2 * M_PI * gsl_rng_uniform(world->rng);
	world->walk = gsl_ran_gaussian_ziggurat(world->rng, WALK_SD);
	world->shift = gsl_ran_gaussian_ziggurat(world->rng, 0.01);
}

void world_begin(struct world *world, enum model model, gsl_rng *rng)
{
	*world = (struct world){ .model = model, .rng = rng, .noise = log(1.2) / 2 };
	world_new_session(world);
}

static double delays(gsl_rng *rng)
{
	return 0.005 * gsl_ran_poisson(rng, 0.5) + 0.05 * gsl_ran_poisson(rng, 0.1) +
	       0.40 * gsl_ran_poisson(rng, 0.02) + gsl_ran_gaussian_ziggurat(rng, 0.001);
}

/* One execution in a quiet moment, 1 without noise. */
static double execution(struct world *world, double scale)
{
	double sd = world->model == M1 ? 0.28 : world->noise;

	if (world->model >= M3)
		return 1 + scale * delays(world->rng);
	return exp(gsl_ran_gaussian_ziggurat(world->rng, scale * sd));
}

/* What the machine makes of it at this moment. */
static double moment(const struct world *world)
{
	double factor = 1;

	if (world->model == M1)
		factor = 1.5 + 0.5 * sin(2 * M_PI * world->t / 60 + world->phase);
	if (drifts(world->model))
		factor *= exp(world->walk);
	if (world->model == M6)
		factor *= exp(world->shift);
	return factor;
}

static void pass(struct world *world, double seconds)
{
	double kept;

	world->t += seconds;
	if (!drifts(world->model))
		return;
	kept = exp(-seconds / WALK_SECONDS);
	world->walk = kept * world->walk +
		      gsl_ran_gaussian_ziggurat(world->rng, WALK_SD * sqrt(1 - kept * kept));
}

double world_start(struct world *world, double seconds)
{
	bool has_mode = world->model == M4 || world->model == M5;

	if (seconds > 0)
		pass(world, seconds);
	return has_mode && gsl_rng_uniform(world->rng) < 0.3 ? 1.06 : 1;
}

void world_measure(struct world *world, double process, double scale, double *out, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		out[i] = WORLD_EXECUTION_NS * process * moment(world) * execution(world, scale);
		pass(world, WORLD_EXECUTION_NS * 1e-9);
	}
}
