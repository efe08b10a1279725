/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

struct point {
	double re, im;
};

struct state {
	size_t size;
	double *input;
	struct point *data, *roots;
};

static void shuffle(struct state *s)
{
	for (size_t i = 0, reversed = 0; i < s->size; i++) {
		s->data[reversed] = (struct point){ s->input[i], 0 };
		size_t bit = s->size / 2;
		for (; bit && (reversed & bit); bit /= 2)
			reversed ^= bit;
		reversed |= bit;
	}
}

static void butterflies(struct state *s, size_t half)
{
	size_t stride = s->size / half / 2;

	for (size_t base = 0; base < s->size; base += 2 * half) {
		for (size_t k = 0; k < half; k++) {
			struct point *p = &s->data[base + k], *q = p + half;
			struct point w = s->roots[k * stride];
			double re = q->re * w.re - q->im * w.im;
			double im = q->re * w.im + q->im * w.re;

			*q = (struct point){ p->re - re, p->im - im };
			*p = (struct point){ p->re + re, p->im + im };
		}
	}
}

static double power(const struct state *s, size_t k)
{
	return s->data[k].re * s->data[k].re + s->data[k].im * s->data[k].im;
}

/* Radix 2, in place, of b->arg points; result: the power at frequency 5. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		shuffle(s);
		for (size_t half = 1; half < s->size; half *= 2)
			butterflies(s, half);
		bd_clobber();
	}
	bd_result(b, (uint64_t)llround(power(s, 5)));
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 11;

	s->size = (size_t)b->arg;
	s->input = bd_alloc(s->size * sizeof(*s->input));
	s->data = bd_alloc(s->size * sizeof(*s->data));
	s->roots = bd_alloc(s->size * sizeof(*s->roots));
	for (size_t i = 0; i < s->size; i++) {
		double angle = -2 * PI * (double)i / (double)s->size;

		s->input[i] = (double)(bd_random(&random) % 1000);
		s->roots[i] = (struct point){ cos(angle), sin(angle) };
	}
	b->items = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->input);
	free(s->data);
	free(s->roots);
	free(s);
}

/* Frequency k by the definition. */
static double direct(const struct state *s, size_t k)
{
	double re = 0, im = 0;

	for (size_t i = 0; i < s->size; i++) {
		double angle = -2 * PI * (double)(k * i % s->size) / (double)s->size;

		re += s->input[i] * cos(angle);
		im += s->input[i] * sin(angle);
	}
	return re * re + im * im;
}

/*
 * All frequencies at once, as all of them by the definition would take longer than a launch:
 * with X the transform of x and |z| = 1, sum X[k] z^k = sum x[i] (1 - z^n) / (1 - z w^i), where
 * w is the first root. Any wrong X[k] changes the left side as much as itself.
 */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	const double turn = 1; /* the angle of z, no multiple of 2 PI / n */
	double complex transform = 0, input = 0;
	double total = 0;

	for (size_t k = 0; k < s->size; k++) {
		double complex z_k = cexp(I * turn * (double)k);
		double complex root = s->roots[k].re + I * s->roots[k].im;

		transform += (s->data[k].re + I * s->data[k].im) * z_k;
		input += s->input[k] / (1 - cexp(I * turn) * root);
		total += sqrt(power(s, k));
	}
	input *= 1 - cexp(I * turn * (double)s->size);
	if (cabs(transform - input) > 1e-10 * total)
		return bd_wrong(b, "the transform is wrong");
	if (fabs(direct(s, 5) - (double)b->result) > 2)
		return bd_wrong(
			b, "%.0f at frequency 5, not %.0f", (double)b->result, direct(s, 5));
	return 0;
}

BD_FAMILY("Fft", run, (256, 1024, 4096), .tags = "float", .setup = setup, .teardown = teardown,
	.verify = verify)
