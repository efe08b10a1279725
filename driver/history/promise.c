/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/promise.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/prng.h"

/* Nights before the first that is judged. */
#define QUIET_NIGHTS 30
/* Lines times the cube of nights: some seconds. */
#define WORK 3e9
/* Nights between two places of one alarm. */
#define NEAR 5

/* What is left of a night of a line. */
struct residual {
	double value, se; /* value NAN: not measured */
	bool known, open; /* its code is; it differs from the night before */
};

struct draw {
	const struct lines_of *from;
	struct residual *residuals; /* line by line, one a night of `from` */
	bool *reported;             /* line by line, one a night that is drawn */
	size_t nights;
	struct lines_of lines;
};

/* Points from..to-1, which have one level but for a slope: what is left of them. */
static void take_piece(struct residual *out, const struct lines_of *lines,
	const struct line *line, const double *shift, size_t from, size_t to, double slope)
{
	const struct line_point *p = line->points;
	double sum = 0, size = (double)(to - from);

	for (size_t i = from; i < to; i++) {
		struct residual *one = &out[p[i].night];

		*one = (struct residual){ p[i].level - shift[p[i].night] -
						  slope * (double)(i - from),
			p[i].se, p[i].code, !i || !same_ground(lines, &p[i - 1], &p[i]) };
		sum += one->value;
	}
	for (size_t i = from; i < to; i++) {
		double *value = &out[p[i].night].value;

		*value = size > 1 ? (*value - sum / size) * sqrt(size / (size - 1)) : NAN;
	}
}

/* `change`: the first one of the line, or behind it. */
static void take_line(struct residual *out, const struct lines_of *lines, size_t index,
	const struct changes *changes, const struct change *change)
{
	const struct line *line = &lines->lines[index];
	const struct change *end = changes->list + changes->count;

	for (size_t from = 0, to; from < line->count; from = to) {
		double slope = 0;

		to = line->count;
		if (change < end && change->line == index && change->at == from) {
			slope = change->until ? change_slope(change) / 30 : 0;
			to = change->until ?: to;
			change++;
		}
		if (change < end && change->line == index && change->at < to)
			to = change->at;
		for (size_t i = from + 1; i < to; i++)
			if (line->points[i].definition != line->points[i - 1].definition)
				to = i;
		take_piece(out, lines, line, changes->noise.lasting, from, to, slope);
	}
}

static void take_all(struct draw *draw, const struct changes *changes)
{
	size_t n = draw->from->night_count;

	draw->residuals =
		memory_zeroed(draw->from->line_count * n + 1, sizeof(*draw->residuals));
	for (size_t i = 0, at = 0; i < draw->from->line_count; i++) {
		struct residual *own = draw->residuals + i * n;

		for (size_t t = 0; t < n; t++)
			own[t].value = NAN;
		while (at < changes->count && changes->list[at].line < i)
			at++;
		take_line(own, draw->from, i, changes, changes->list + at);
	}
}

static void add_night(struct draw *draw, uint32_t t, size_t source)
{
	lines_of_add_night(&draw->lines)->machine = 1;
	for (size_t i = 0; i < draw->lines.line_count; i++) {
		struct line *line = &draw->lines.lines[i];
		const struct residual *r =
			&draw->residuals[i * draw->from->night_count + source];
		struct line_point *p;

		if (isnan(r->value))
			continue;
		p = line_add(line);
		p->night = t;
		p->level = p->raw = r->value;
		p->se = r->se;
		p->definition = p->toolchain = 1;
		p->code = !r->known ? 0 : line->count > 1 ? p[-1].code + r->open : 1;
	}
}

/* A change of last night that stands near is the same alarm. */
static bool is_new(const struct draw *draw, const struct change *change)
{
	bool *reported = draw->reported + change->line * draw->nights, known = false;

	for (size_t t = change->low > NEAR ? change->low - NEAR : 0;
		t < draw->nights && t <= change->high + NEAR; t++)
		known |= reported[t];
	for (size_t t = change->low; t <= change->high; t++)
		reported[t] = true;
	return !known;
}

static size_t judge(struct draw *draw, const struct change_settings *settings, size_t *by_line)
{
	struct changes changes;
	size_t alarms = 0;

	changes_find(&changes, &draw->lines, settings);
	for (size_t i = 0; i < changes.count; i++) {
		if (!is_new(draw, &changes.list[i]))
			continue;
		by_line[changes.list[i].line]++;
		alarms++;
	}
	changes_release(&changes);
	return alarms;
}

static size_t draw_nights(struct draw *draw, size_t block,
	const struct change_settings *settings, size_t *by_line)
{
	size_t alarms = 0, from = 0;
	struct prng prng;

	prng_seed(&prng, block);
	draw->lines = (struct lines_of){ 0 };
	draw->reported = memory_zeroed(
		draw->from->line_count * draw->nights + 1, sizeof(*draw->reported));
	for (size_t i = 0; i < draw->from->line_count; i++)
		lines_of_add(&draw->lines, "", "");
	for (uint32_t t = 0; t < draw->nights; t++) {
		if (t % block == 0)
			from = prng_below(&prng, draw->from->night_count - block + 1);
		add_night(draw, t, from + t % block);
		if (t >= QUIET_NIGHTS)
			alarms += judge(draw, settings, by_line);
	}
	lines_of_release(&draw->lines);
	free(draw->reported);
	return alarms;
}

double promise_given(const struct promise *promise, enum promise_draw draw)
{
	return (double)promise->alarms[draw] * PROMISE_PER / (double)promise->nights;
}

void promise_measure(struct promise *promise, const struct lines_of *lines,
	const struct changes *changes, const struct change_settings *settings)
{
	static const size_t blocks[PROMISE_DRAWS] = { 1, PROMISE_BLOCK };
	double most = cbrt(WORK / (double)(lines->line_count + 1));
	struct draw draw = { .from = lines };

	*promise = (struct promise){ .kept = true,
		.aim = settings->alarms / 30 * PROMISE_PER,
		.by_line = memory_zeroed(lines->line_count + 1, sizeof(size_t)) };
	if (lines->night_count < PROMISE_NIGHTS_MIN)
		return;
	draw.nights = (size_t)fmin(fmax(most, 2 * QUIET_NIGHTS), PROMISE_PER + QUIET_NIGHTS);
	promise->nights = draw.nights - QUIET_NIGHTS;
	take_all(&draw, changes);
	for (size_t i = 0; i < PROMISE_DRAWS; i++) {
		promise->alarms[i] = draw_nights(&draw, blocks[i], settings, promise->by_line);
		promise->kept = promise->kept && promise_given(promise, i) <= 2 * promise->aim;
	}
	free(draw.residuals);
}

void promise_release(struct promise *promise)
{
	free(promise->by_line);
	*promise = (struct promise){ 0 };
}
