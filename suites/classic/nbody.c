/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <math.h>

enum { BODIES = 5, STEPS = 1000 };

#define SOLAR_MASS (4 * 3.141592653589793 * 3.141592653589793)
#define DAYS       365.24

struct body {
	double x[3], v[3], mass;
};

/* Sun, Jupiter, Saturn, Uranus, Neptune; astronomical units, years. */
static const struct body planets[BODIES] = {
	{ { 0, 0, 0 }, { 0, 0, 0 }, SOLAR_MASS },
	{ { 4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01 },
		{ 1.66007664274403694e-03 * DAYS, 7.69901118419740425e-03 * DAYS,
			-6.90460016972063023e-05 * DAYS },
		9.54791938424326609e-04 * SOLAR_MASS },
	{ { 8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01 },
		{ -2.76742510726411899e-03 * DAYS, 4.99852801234917238e-03 * DAYS,
			2.30417297573763929e-05 * DAYS },
		2.85885980666130812e-04 * SOLAR_MASS },
	{ { 1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01 },
		{ 2.96460137564761618e-03 * DAYS, 2.37847173959480950e-03 * DAYS,
			-2.96589568540237556e-05 * DAYS },
		4.36624404335156298e-05 * SOLAR_MASS },
	{ { 1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01 },
		{ 2.68067772490389322e-03 * DAYS, 1.62824170038242295e-03 * DAYS,
			-9.51592254519715870e-05 * DAYS },
		5.15138902046611451e-05 * SOLAR_MASS },
};

static void start(struct body *bodies)
{
	for (int i = 0; i < BODIES; i++)
		bodies[i] = planets[i];
	for (int i = 1; i < BODIES; i++) {
		for (int k = 0; k < 3; k++)
			bodies[0].v[k] -= bodies[i].v[k] * bodies[i].mass / SOLAR_MASS;
	}
}

static void attract(struct body *p, struct body *q, double step)
{
	double d[3], square = 0;

	for (int k = 0; k < 3; k++) {
		d[k] = p->x[k] - q->x[k];
		square += d[k] * d[k];
	}
	double pull = step / (square * sqrt(square));
	for (int k = 0; k < 3; k++) {
		p->v[k] -= d[k] * q->mass * pull;
		q->v[k] += d[k] * p->mass * pull;
	}
}

static void advance(struct body *bodies, double step)
{
	for (int i = 0; i < BODIES; i++) {
		for (int j = i + 1; j < BODIES; j++)
			attract(&bodies[i], &bodies[j], step);
	}
	for (int i = 0; i < BODIES; i++) {
		for (int k = 0; k < 3; k++)
			bodies[i].x[k] += step * bodies[i].v[k];
	}
}

static double energy(const struct body *bodies)
{
	double sum = 0;

	for (int i = 0; i < BODIES; i++) {
		const double *v = bodies[i].v, *x = bodies[i].x;

		sum += 0.5 * bodies[i].mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
		for (int j = i + 1; j < BODIES; j++) {
			const double *y = bodies[j].x;
			double dx = x[0] - y[0], dy = x[1] - y[1], dz = x[2] - y[2];

			sum -= bodies[i].mass * bodies[j].mass /
			       sqrt(dx * dx + dy * dy + dz * dz);
		}
	}
	return sum;
}

/* The energy after 1,000 steps from the same start, in units of 1e-9, negated. */
static void run(struct bd *b, uint64_t n)
{
	struct body bodies[BODIES];
	double end = 0;

	for (uint64_t i = 0; i < n; i++) {
		start(bodies);
		for (int s = 0; s < STEPS; s++)
			advance(bodies, 0.01);
		end = energy(bodies);
		bd_keep(end);
	}
	bd_result(b, (uint64_t)llround(end * -1e9));
}

static int verify(struct bd *b)
{
	/* Published with the benchmark: -0.169087605. */
	return bd_expect(b, 169087605);
}

BD_BENCHMARK("NBody", run, .tags = "float,physics", .items = STEPS, .verify = verify)
