/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/study.h"

#include "tests/eval/simulate/two_part.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

/* One benchmark of the study, and its launches: launch r of side s begins at
 * times[(2 * r + s) * executions]. */
struct simulated {
	double scale;  /* of its noise */
	double factor; /* of the new side */
	double *times;
	signed char *second; /* by round: the side that ran second */
};

struct run {
	const struct study *study;
	struct world world;
	struct nodes nodes;
	struct simulated *benchmarks;
	gsl_rng *rng;
	size_t *order;
};

static void draw(struct run *run, struct simulated *b, struct truth *truth)
{
	const struct study *s = run->study;
	bool changed = gsl_rng_uniform(run->rng) < s->changed;
	bool slower = !s->suite || gsl_rng_uniform(run->rng) < 0.5;

	*truth = (struct truth){ .change = changed && s->effect > 0 ? slower ? 1 : -1 : 0 };
	b->factor = (1 + s->suite_shift) * pow(1 + s->effect, truth->change);
	b->scale = exp(gsl_ran_gaussian_ziggurat(run->rng, 1) * s->spread);
	b->factor *= exp(gsl_ran_gaussian_ziggurat(run->rng, 1) * s->offset);
	truth->factor = b->factor;
	if (gsl_rng_uniform(run->rng) < s->noisy)
		b->scale *= 4;
	for (size_t r = 0; r < s->rounds; r++)
		b->second[r] = (signed char)gsl_rng_uniform_int(run->rng, 2);
	for (size_t r = 1; s->abba && r < s->rounds; r += 2)
		b->second[r] = !b->second[r - 1];
}

static double start(struct run *run)
{
	const struct study *s = run->study;
	double process = world_start(&run->world, s->start_s);

	if (s->launch_sd > 0)
		process *= exp(gsl_ran_gaussian_ziggurat(run->rng, s->launch_sd));
	return process;
}

static void launch(struct run *run, struct simulated *b, size_t round, int side, double process)
{
	const struct study *s = run->study;
	double *out = b->times + (2 * round + (size_t)side) * s->executions;
	double factor = side ? b->factor : 1;

	world_measure(&run->world, process, b->scale, out, s->executions);
	if (s->paired && b->second[round] == side)
		factor *= 1 + s->order_effect;
	factor *= nodes_factor(
		&run->nodes, (size_t)(b - run->benchmarks), round, s->rounds, side);
	for (size_t i = 0; i < s->executions; i++) {
		out[i] *= factor;
		if (s->step_ns > 0)
			out[i] = s->step_ns * floor(out[i] / s->step_ns);
	}
}

/* Both sides of a round, one after the other, or one side alone (0 old, 1 new). */
static void round_of(struct run *run, size_t benchmark, size_t round, int side)
{
	struct simulated *b = &run->benchmarks[benchmark];

	if (!run->study->paired) {
		launch(run, b, round, side, start(run));
		return;
	}
	for (int second = 0; second < 2; second++)
		launch(run, b, round, b->second[round] ^ !second, start(run));
}

/* The launches of one group: all have the order of the suite's first benchmark. */
static void round_of_group(struct run *run, const size_t *group, size_t count, size_t round)
{
	int last = run->benchmarks[0].second[round];

	for (int second = 0; second < 2; second++) {
		double process = start(run);

		for (size_t i = 0; i < count; i++) {
			run->benchmarks[group[i]].second[round] = (signed char)last;
			launch(run, &run->benchmarks[group[i]], round, last ^ !second, process);
		}
	}
}

/* Outer loop rounds, inner loop benchmarks in an order drawn anew. */
static void run_session(struct run *run, size_t first, size_t count, int side)
{
	const struct study *s = run->study;

	for (size_t r = 0; r < s->rounds; r++) {
		for (size_t i = 0; i < count; i++)
			run->order[i] = first + i;
		if (count > 1)
			gsl_ran_shuffle(run->rng, run->order, count, sizeof(*run->order));
		for (size_t i = 0; !s->group && i < count; i++)
			round_of(run, run->order[i], r, side);
		for (size_t i = 0; s->group && i < count; i += s->group)
			round_of_group(run, run->order + i,
				s->group < count - i ? s->group : count - i, r);
	}
}

static void run_machine(struct run *run, size_t first, size_t count)
{
	world_begin(&run->world, run->study->model, run->rng);
	if (run->study->noise > 0)
		run->world.noise = run->study->noise;
	run_session(run, first, count, 0);
	if (run->study->paired)
		return;
	world_new_session(&run->world);
	run_session(run, first, count, 1);
}

static void simulate(struct run *run, unsigned long number, struct truth *truth)
{
	const struct study *s = run->study;

	gsl_rng_set(run->rng, s->seed * 1000003 + number);
	nodes_draw(&run->nodes, &s->nodes, s->benchmarks, !s->paired, run->rng);
	if (s->suite) {
		for (size_t i = 0; i < s->benchmarks; i++)
			draw(run, &run->benchmarks[i], &truth[i]);
		run_machine(run, 0, s->benchmarks);
		return;
	}
	for (size_t i = 0; i < s->benchmarks; i++) {
		gsl_rng_set(run->rng, s->seed * 1000003 + number + i);
		draw(run, &run->benchmarks[i], &truth[i]);
		run_machine(run, i, 1);
		truth[i].two_part_p =
			two_part_p(run->benchmarks[i].times, s->rounds, s->executions);
	}
}

static void write_launch(
	FILE *out, const struct run *run, size_t benchmark, size_t round, int side)
{
	const struct study *s = run->study;
	const struct simulated *b = &run->benchmarks[benchmark];
	const double *times = b->times + (2 * round + (size_t)side) * s->executions;

	fprintf(out, "simulated,B%zu,%zu,%d,ok,1,%.9g,\"", benchmark, round + 1,
		s->paired && !s->no_position ? 1 + (b->second[round] == side) : 1,
		s->step_ns > 0 ? s->step_ns : 1);
	for (size_t i = 0; i < s->executions; i++)
		fprintf(out, i ? " %ld" : "%ld", lround(times[i]));
	fputc('"', out);
	if (s->nodes.nodes)
		fprintf(out, ",n%zu", nodes_of(&run->nodes, benchmark, round, s->rounds, side));
	fputc('\n', out);
}

static int write_log(const struct run *run, const char *path, int side)
{
	const struct study *s = run->study;
	FILE *out = fopen(path, "w");

	if (!out) {
		perror(path);
		return -1;
	}
	fprintf(out, "# bdriver-log: 1\n# session: %s\n",
		s->paired ? "s"
		: side    ? "new"
			  : "old");
	fprintf(out,
		"suite,benchmark,round,position,status,iterations,clock_step_ns,samples%s\n",
		s->nodes.nodes ? ",node" : "");
	for (size_t r = 0; r < s->rounds; r++)
		for (size_t i = 0; i < s->benchmarks; i++)
			write_launch(out, run, i, r, side);
	fprintf(out, "# end: %zu\n", s->rounds * s->benchmarks);
	if (fclose(out) == 0)
		return 0;
	perror(path);
	return -1;
}

static void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count, size);

	if (!p)
		abort();
	return p;
}

int study_write(const struct study *study, unsigned long number, const char *old_path,
	const char *new_path, struct truth *truth)
{
	struct run run = { .study = study, .rng = gsl_rng_alloc(gsl_rng_taus2) };
	int result;

	run.order = zeroed(study->benchmarks, sizeof(*run.order));
	run.benchmarks = zeroed(study->benchmarks, sizeof(*run.benchmarks));
	for (size_t i = 0; i < study->benchmarks; i++) {
		run.benchmarks[i].times =
			zeroed(2 * study->rounds * study->executions, sizeof(double));
		run.benchmarks[i].second = zeroed(study->rounds, 1);
	}
	simulate(&run, number, truth);
	result = write_log(&run, old_path, 0);
	if (result == 0)
		result = write_log(&run, new_path, 1);
	for (size_t i = 0; i < study->benchmarks; i++) {
		free(run.benchmarks[i].times);
		free(run.benchmarks[i].second);
	}
	nodes_release(&run.nodes);
	free(run.benchmarks);
	free(run.order);
	gsl_rng_free(run.rng);
	return result;
}
