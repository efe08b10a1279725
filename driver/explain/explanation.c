/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: functions and objects of both builds are matched by name. A function differs if its
 * bytes do, or what it refers to. Its work is what callgrind counts. Work is the likely cause
 * where it changes in the direction of the time, by more than the counts of one build disagree;
 * as much work within WORK_SAME means another cause. What stays at other places in memory is
 * due to the code; if its work explains it as well, it is proven.
 *
 * The time of a function is its part of the samples of a launch, times the time of the
 * verdict. Samples of one launch depend on each other, so the interval is Student's over the
 * differences of the rounds, and includes that of the verdict.
 */
#include "driver/explain/explanation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/log/metric.h"
#include "compare/report/words.h"
#include "compare/stats/distribution.h"
#include "compare/stats/multiple.h"
#include "driver/code/listing.h"
#include "driver/code/suite_code.h"
#include "driver/config/config.h"
#include "driver/explain/side_by_side.h"
#include "driver/explain/work.h"

/* A change of the work below it is none. */
#define WORK_SAME 0.003
/* Counts of one build that disagree by more say nothing. */
#define WORK_UNSURE 0.02
/* Of the change: most of it. */
#define MOST       0.5
#define MOST_NOISE 0.01
/* Time under callgrind is some 50 times as long. */
#define WORK_LAUNCH_NS  1e6
#define WORK_ITERATIONS 100000
/* So that a few interrupts are little of it. */
#define COUNTED_LAUNCH_NS 1e7
/* Iterations at a time, ns. */
#define BATCH_NS 1e6
#define LEVEL    0.95

void explanation_init(struct explanation *x, const struct row *row, unsigned rounds)
{
	*x = (struct explanation){ .row = row, .rounds = rounds, .index = table_new() };
}

void explanation_release(struct explanation *x)
{
	for (size_t i = 0; i < x->count; i++)
		free(x->items[i].name);
	free(x->items);
	for (int b = 0; b < 2; b++)
		string_list_release(&x->sides[b]);
	table_free(x->index);
	*x = (struct explanation){ 0 };
}

struct explained *explanation_item(struct explanation *x, const char *name)
{
	int added;
	size_t *place = table_add(x->index, name, x->count, &added);

	if (added) {
		*ARRAY_ADD(x->items, x->count, x->capacity) =
			(struct explained){ .name = memory_text(name), .q = NAN };
	}
	return &x->items[*place];
}

struct side {
	struct explanation *x;
	int build;
};

/* Pieces of one function, and functions of one name, count together. */
static void add_part(void *ctx, const struct code_part *part)
{
	struct side *side = ctx;
	struct explained *item = explanation_item(side->x, part->name);

	item->hash[side->build] += part->hash;
	item->there[side->build] = true;
	item->code = item->code || part->code;
	item->file = part->file;
}

static void note_libraries(struct explanation *x)
{
	struct string_list names = { 0 };
	AUTO_FREE char *all = NULL;

	for (size_t i = 0; i < x->count; i++)
		if (x->items[i].file && explained_differs(&x->items[i]))
			string_list_add(&names, x->items[i].name);
	all = string_list_finish(&names, ", ");
	if (*all)
		bd_err(&x->no.code,
			"shared libraries differ, and their functions are not told "
			"apart: %s",
			all);
}

void explanation_read_code(struct explanation *x, const struct suite *suites[2])
{
	for (int b = 0; b < 2 && !x->no.code.text[0]; b++) {
		struct side side = { x, b };

		suite_code_visit(suites[b]->path, suites[b]->settings->env.items, x->row->name,
			add_part, &side, &x->no.code);
	}
	if (!x->no.code.text[0])
		note_libraries(x);
}

static void add_work(void *ctx, const char *name, double instructions)
{
	struct side *side = ctx;
	struct explained *item = explanation_item(side->x, name);

	item->code = true;
	item->ran = item->ran || instructions != 0;
	item->work[side->build] += instructions;
	side->x->work[side->build] += instructions;
}

static void add_call(void *ctx, const char *name, const char *callee, double instructions)
{
	struct side *side = ctx;
	bool answers = !explained_differs(explanation_item(side->x, callee));
	struct explained *caller = explanation_item(side->x, name);

	if (answers && explained_differs(caller))
		caller->called[side->build] += instructions;
}

/* Iterations that take so long. */
static int64_t iterations(const struct explanation *x, double ns)
{
	double n = ns / fmax(x->row->time.old, x->row->time.new);

	return isfinite(n) ? (int64_t)fmin(fmax(1, floor(n)), WORK_ITERATIONS) : 1;
}

int explanation_count_work(struct explanation *x, const struct suite *suites[2])
{
	int64_t n = iterations(x, WORK_LAUNCH_NS);
	int rc = counters_take(suites, x->row->name, iterations(x, COUNTED_LAUNCH_NS),
		&counters_processor, x->counts, &x->no.counts);

	for (int b = 0; b < 2 && rc <= 0 && !x->no.work.text[0]; b++) {
		struct side side = { x, b };
		struct work_visitor visitor = { add_work, add_call, &side };

		rc = work_count(&(struct work_request){ suites[b], x->row->name, n,
					x->deadline_ns.work },
			&visitor, &x->counted[b], &x->no.work);
	}
	return rc > 0 ? rc : 0;
}

static double part(const struct explanation *x, const struct explained *item, int b, unsigned r)
{
	return (double)item->samples[b][r] / (double)x->samples[b][r];
}

/* p that the time of the item changed. */
static double set_time(const struct explanation *x, struct explained *item)
{
	const struct metric_change *time = &x->row->time;
	double n = x->rounds, sum = 0, squares = 0, parts[2] = { 0, 0 }, change, variance;
	double unsure = time->old * (time->high - time->low) / (2 * normal_quantile(0.975));

	for (unsigned r = 0; r < x->rounds; r++) {
		double old = part(x, item, 0, r), new = part(x, item, 1, r);
		double difference = x->time[1] * new - x->time[0] * old;

		parts[0] += old / n;
		parts[1] += new / n;
		sum += difference;
		squares += difference * difference;
	}
	change = sum / n;
	variance = fmax(0, squares - sum * change) / (n - 1) / n;
	variance += unsure * unsure * parts[1] * parts[1];
	for (int b = 0; b < 2; b++)
		item->time[b] = parts[b] * x->time[b];
	item->change.low = change - student_quantile((1 + LEVEL) / 2, n - 1) * sqrt(variance);
	item->change.high = 2 * change - item->change.low;
	return parts[0] + parts[1] > 0 ? student_two_sided(change / sqrt(variance), n - 1)
				       : NAN;
}

static int judge_samples(struct explanation *x)
{
	AUTO_FREE double *p = memory_zeroed(x->count + 1, sizeof(*p));

	for (int b = 0; b < 2; b++)
		for (unsigned r = 0; r < x->rounds; r++)
			if (!x->samples[b][r])
				return bd_err(&x->no.time, "a launch has no samples; does the "
							   "benchmark use SIGPROF?");
	for (size_t i = 0; i < x->count; i++)
		p[i] = set_time(x, &x->items[i]);
	adjust_bh(p, p, x->count);
	for (size_t i = 0; i < x->count; i++)
		x->items[i].q = p[i];
	return 0;
}

static void add_samples(
	void *ctx, int build, unsigned round, const char *name, unsigned samples)
{
	struct explanation *x = ctx;
	struct explained *item = explanation_item(x, name);

	item->code = true;
	item->ran = true;
	item->samples[build][round] += samples;
	x->samples[build][round] += samples;
}

int explanation_measure_time(struct explanation *x, const struct suite *suites[2])
{
	const struct metric_change *time = &x->row->time;
	double n = fmax(1, floor(BATCH_NS / fmax(time->old, time->new)));
	int rc;

	x->time[0] = time->old;
	x->time[1] = time->old * time->ratio;
	if (!isfinite(n) || !isfinite(x->time[1])) {
		bd_err(&x->no.time, "the time of an iteration is not known");
		return 0;
	}
	x->outside = profile_is_outside(suites);
	rc = profile_take(&(struct profile_request){ suites, x->row->name, (int64_t)n,
				  x->deadline_ns.time, add_samples, x },
		&x->rounds, &x->others, &x->no.time);
	if (!rc)
		judge_samples(x);
	return rc > 0 ? rc : 0;
}

bool explained_differs(const struct explained *item)
{
	return (item->there[0] || item->there[1]) &&
	       (item->there[0] != item->there[1] || item->hash[0] != item->hash[1]);
}

double explained_part(const struct explanation *x, const struct explained *item)
{
	return (item->work[1] - item->work[0]) / x->work[0];
}

double explanation_work_change(const struct explanation *x)
{
	return x->work[1] / x->work[0] - 1;
}

/* The same of what counts of one build disagree by. */
static double unsure_of(const struct explanation *x)
{
	return (x->counted[0].error + x->counted[1].error) / x->work[0];
}

bool explanation_is_more_work(const struct explanation *x)
{
	double more = explanation_work_change(x);

	return !x->no.work.text[0] && more >= metric_counter.threshold &&
	       more >= 2 * unsure_of(x);
}

double explained_time_part(const struct explanation *x, const struct explained *item)
{
	return (item->time[1] - item->time[0]) / x->time[0];
}

static int by_size(double a, double b)
{
	return (fabs(a) < fabs(b)) - (fabs(a) > fabs(b));
}

/* The time of all is 0 where it is not known. */
static int by_difference(const void *a, const void *b)
{
	const struct explained *x = a, *y = b;
	int time = by_size(x->time[1] - x->time[0], y->time[1] - y->time[0]);

	return time ? time : by_size(x->work[1] - x->work[0], y->work[1] - y->work[0]);
}

const struct explained *explanation_first_by_time(const struct explanation *x)
{
	double change = x->row->time.ratio - 1;

	for (size_t i = 0; i < x->count; i++)
		if (x->items[i].q <= Q_CHANGED && *x->items[i].name &&
			explained_time_part(x, &x->items[i]) / change >= MOST)
			return &x->items[i];
	return NULL;
}

const struct explained *explanation_first_by_work(const struct explanation *x)
{
	double change = x->work[1] - x->work[0], most = MOST;
	const struct explained *first = NULL;

	for (size_t i = 0; i < x->count; i++) {
		const struct explained *item = &x->items[i];
		double part =
			(item->work[1] - item->work[0] + item->called[1] - item->called[0]) /
			change;

		/* Of as much, the one with more of the time, which is the earlier. */
		if (*item->name && part >= most) {
			first = item;
			most = part + MOST_NOISE;
		}
	}
	return first;
}

const struct explained *explanation_first(const struct explanation *x)
{
	const struct explained *time = explanation_first_by_time(x);
	const struct explained *work = explanation_first_by_work(x);
	double ratio = explanation_work_change(x) / (x->row->time.ratio - 1);

	if (work && (!time || (explained_differs(work) && !explained_differs(time) &&
				      ratio >= MOST)))
		return work;
	return time;
}

static enum cause cause_of(const struct explanation *x)
{
	double unsure = unsure_of(x);
	double work = log(x->work[1] / x->work[0]), time = log(x->row->time.ratio);

	if (x->place.answer == PLACE_IS_PLACE && change_is_called(&x->row->time))
		return CAUSE_PLACE;
	if (x->no.work.text[0] || !(unsure <= fmax(WORK_UNSURE, fabs(work) / 10)) ||
		!isfinite(work) || (fabs(work) > WORK_SAME && fabs(work) < 2 * unsure))
		return CAUSE_UNKNOWN;
	if (explanation_has_children(x) && fabs(work) <= WORK_SAME)
		return CAUSE_UNKNOWN;
	if (!change_is_called(&x->row->time))
		return fabs(work) <= WORK_SAME ? CAUSE_NONE : CAUSE_HIDDEN;
	if (fabs(work) <= WORK_SAME)
		return CAUSE_PLACE;
	return work * time > 0 ? CAUSE_WORK : CAUSE_CONTRARY;
}

static bool is_proven(const struct explanation *x)
{
	const struct explained *first = explanation_first_by_time(x);
	double work = fabs(log1p(explanation_work_change(x)));
	double time = fabs(log(x->row->time.ratio));

	return x->cause == CAUSE_WORK && x->place.answer == PLACE_IS_CODE && first &&
	       first == explanation_first_by_work(x) && explained_differs(first) &&
	       first->ran && !x->no.code.text[0] && fabs(x->place.code) >= MOST * time &&
	       work >= MOST * time;
}

void explanation_judge(struct explanation *x)
{
	for (size_t i = 0; i < x->count; i++) {
		const struct explained *item = &x->items[i];
		bool differs = explained_differs(item);

		x->code.reached += item->code && (item->there[0] || item->there[1]);
		x->code.differ += item->code && differs;
		x->code.ran += item->code && differs && item->ran;
		x->code.objects += !item->code && !item->file && differs;
	}
	qsort(x->items, x->count, sizeof(*x->items), by_difference);
	x->cause = cause_of(x);
	x->proven = is_proven(x);
}

void explanation_read_sides(struct explanation *x, const struct suite *suites[2])
{
	const struct explained *first = explanation_first(x);
	struct string_list lines[2] = { 0 };
	bool known = first && explained_differs(first);

	for (int b = 0; b < 2 && known; b++)
		known = listing_read(&lines[b], suites[b]->path, first->name, NULL) == 0;
	if (known)
		side_by_side(&lines[0], &lines[1], x->sides);
	for (int b = 0; b < 2; b++)
		string_list_release(&lines[b]);
}
