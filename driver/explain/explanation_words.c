/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/explanation_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/page/parts.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "driver/base/terminal.h"
#include "driver/code/symbols.h"

/* Of the change of the time, as logarithms. */
#define PART 0.5
/* A function with so much of the change is not alone: others changed the other way. */
#define OVER 1.1

/* Functions that are shown, and the least that one of them adds to the change. */
#define SHOWN_MAX  6
#define SHOWN_PART 0.001
#define SIDE_ROWS  30
/* CPU time that is not sampled. */
#define OTHERS 0.05
/* Below it, in JSON: what happens now and then in start and end, instructions of an iteration.
 */
#define SHOWN_WORK 0.01

/* "; +4.8 of the +5.0 % in run"; "; +127.0 % in find, -63.0 % in all others"; "" where no
 * function has most of it. */
static char *first_words(const struct explanation *x)
{
	const struct explained *first = explanation_first_by_time(x);
	AUTO_FREE char *name = symbol_shown(first ? first->name : "");
	double all = 100 * (x->row->time.ratio - 1), part;

	if (!first)
		return memory_text("");
	part = 100 * explained_time_part(x, first);
	if (part / all > OVER)
		return memory_format(
			"; %+.1f %% in %s, %+.1f %% in all others", part, name, all - part);
	return memory_format("; %+.1f of the %+.1f %% in %s", part, all, name);
}

/* Is most of the change in code without a symbol? */
static bool is_nameless(const struct explanation *x)
{
	for (size_t i = 0; i < x->count; i++) {
		const struct explained *item = &x->items[i];

		if (!*item->name)
			return (item->work[1] - item->work[0]) / (x->work[1] - x->work[0]) >=
			       PART;
	}
	return false;
}

/* "most of it in run, which executes 12.5 % more". */
static char *where_words(const struct explanation *x)
{
	const struct explained *first = explanation_first_by_work(x);
	AUTO_FREE char *name = symbol_shown(first ? first->name : "");
	double own = first ? first->work[1] / first->work[0] - 1 : 0;

	if (!first)
		return memory_text(
			is_nameless(x) ? "in code without a symbol" : "in several functions");
	if (first->called[0] != 0 &&
		fabs(first->work[1] - first->work[0]) <= fabs(x->work[1] - x->work[0]) / 2)
		return memory_format("most of it in %s and what it calls", name);
	if (!isfinite(own) || own <= -1)
		return memory_format("most of it in %s", name);
	return memory_format("most of it in %s, which executes %.1f %% %s", name,
		100 * fabs(own), own < 0 ? "less" : "more");
}

/* "likely: +2.7 % work, most of it in run". Work that does not change by half as much as the
 * time is not all of the cause. */
static char *work_words(const struct explanation *x)
{
	AUTO_FREE char *where = where_words(x);
	double work = explanation_work_change(x);
	bool part = fabs(log1p(work)) < PART * fabs(log(x->row->time.ratio));

	return memory_format("%s: %+.1f %% work, %s%s",
		x->proven ? "proven"
		: part    ? "in part"
			  : "likely",
		100 * work, where,
		!part                              ? ""
		: x->place.answer == PLACE_IS_CODE ? "; the rest is caches or predictions"
						   : "; the rest is its place in memory, "
						     "caches or predictions");
}

/* "-3.0 % work, most of it in run, which executes 5.0 % less, yet slower: ...". */
static char *contrary_words(const struct explanation *x)
{
	AUTO_FREE char *where = where_words(x);

	return memory_format("%+.1f %% work, %s, yet %s: other instructions, its place in "
			     "memory, caches or predictions",
		100 * explanation_work_change(x), where,
		x->row->time.ratio > 1 ? "slower" : "faster");
}

/* The caller frees it. */
static char *place_words(const struct explanation *x)
{
	if (x->place.answer == PLACE_IS_PLACE)
		return memory_format("place: the code's own effect is %+.1f %% (%+.1f..%+.1f)",
			100 * expm1(x->place.code), 100 * expm1(x->place.low),
			100 * expm1(x->place.high));
	if (x->place.answer == PLACE_IS_CODE)
		return memory_text("not more work, wherever the code lies: caches, predictions "
				   "or the place of data");
	return memory_text(x->no.code.text[0] || x->code.ran || x->code.objects
				   ? "not more work: its place in memory, caches or predictions"
				   : "not the code: nothing that differs was executed");
}

static const char *unknown_words(const struct explanation *x)
{
	if (x->no.work.text[0])
		return "unknown: the work could not be counted";
	if (explanation_has_children(x))
		return "unknown: the work of the processes that it starts is not counted";
	return "unknown: the work differs from launch to launch";
}

char *explanation_sentence(const struct explanation *x)
{
	AUTO_FREE char *first = first_words(x);
	AUTO_FREE char *work = x->cause == CAUSE_CONTRARY ? contrary_words(x) : work_words(x);
	AUTO_FREE char *place = place_words(x);

	switch (x->cause) {
	case CAUSE_NONE:
		return memory_text("as much work as before");
	case CAUSE_HIDDEN:
		return memory_format("%+.1f %% work, which the time does not show",
			100 * explanation_work_change(x));
	case CAUSE_WORK:
	case CAUSE_CONTRARY:
		return memory_format("%s%s", work, first);
	case CAUSE_PLACE:
		return memory_format("%s%s", place, first);
	default:
		return memory_format("%s%s", unknown_words(x), first);
	}
}

static const char *cause_name(enum cause cause)
{
	static const char *const names[] = { "none", "hidden", "work", "place", "contrary",
		"unknown" };

	return names[cause];
}

static void print_reason(const char *before, const struct err *reason, FILE *out)
{
	AUTO_FREE char *clean = terminal_clean(reason->text);

	fprintf(out, "%s%s\n", before, clean);
}

static bool knows_ran(const struct explanation *x)
{
	return !x->no.work.text[0] && !explanation_has_children(x);
}

static void print_code(const struct explanation *x, FILE *out)
{
	fprintf(out, "  code: %zu of %zu function%s differ%s", x->code.differ, x->code.reached,
		PLURAL(x->code.reached), x->code.differ == 1 ? "s" : "");
	if (x->code.differ && knows_ran(x))
		fprintf(out, ", %zu of these run%s", x->code.ran, x->code.ran == 1 ? "s" : "");
	if (x->code.objects)
		fprintf(out, "; %zu object%s of data differ%s", x->code.objects,
			PLURAL(x->code.objects), x->code.objects == 1 ? "s" : "");
	print_reason(x->no.code.text[0] ? "; more may: " : "", &x->no.code, out);
}

static void print_name(const struct explanation *x, const struct explained *item, FILE *out)
{
	AUTO_FREE char *name = symbol_shown(item->name);

	if (!*item->name)
		fputs("not attributed\n", out);
	else
		fprintf(out, "%s%s\n", name,
			x->no.code.text[0] || !explained_differs(item) ? ""
								       : ", its code differs");
}

/* What only repeats that nothing changed is not shown alone. */
static bool is_shown(const struct explained *item)
{
	return item->q <= Q_CHANGED || (item->q <= 1 && explained_differs(item));
}

static void print_times(const struct explanation *x, FILE *out)
{
	char old[FORMAT_SIZE], new[FORMAT_SIZE];
	double rest[2] = { 0, 0 };

	fprintf(out, "  time: %s -> %s an iteration, %+.1f %% (%u launches of each build%s)\n",
		format_time(old, x->time[0]), format_time(new, x->time[1]),
		100 * (x->row->time.ratio - 1), x->rounds, x->outside ? ", with set-up" : "");
	for (size_t i = 0, shown = 0; i < x->count; i++) {
		const struct explained *item = &x->items[i];

		if (*item->name && (shown >= SHOWN_MAX || !is_shown(item))) {
			rest[0] += item->time[0];
			rest[1] += item->time[1];
			continue;
		}
		if (!(item->q <= 1))
			continue;
		shown++;
		fprintf(out, "    %12s -> %12s  %+7.1f %% (%+.1f..%+.1f)  ",
			format_time(old, item->time[0]), format_time(new, item->time[1]),
			100 * explained_time_part(x, item), 100 * item->change.low / x->time[0],
			100 * item->change.high / x->time[0]);
		print_name(x, item, out);
	}
	if (x->others >= OTHERS)
		fprintf(out,
			"    not sampled: other threads and children, %.0f %% of its CPU "
			"time\n",
			100 * x->others);
	if (rest[0] + rest[1] > 0)
		fprintf(out, "    %12s -> %12s  %+7.1f %%  others\n", format_time(old, rest[0]),
			format_time(new, rest[1]), 100 * (rest[1] - rest[0]) / x->time[0]);
}

static double percent(double old, double new)
{
	return 100 * (new / old - 1);
}

static void print_work(const struct explanation *x, FILE *out)
{
	fprintf(out, "  work: %.0f -> %.0f instructions an iteration, %+.1f %%", x->work[0],
		x->work[1], 100 * explanation_work_change(x));
	if (x->counted[0].branches > 0)
		fprintf(out, ", branches %+.1f %%",
			100 * (x->counted[1].branches / x->counted[0].branches - 1));
	fputs(" (simulated by valgrind)\n", out);
	for (size_t i = 0, shown = 0; i < x->count && shown < SHOWN_MAX; i++) {
		const struct explained *item = &x->items[i];

		if (!(fabs(explained_part(x, item)) >= SHOWN_PART))
			continue;
		shown++;
		fprintf(out, "    %12.0f -> %12.0f  %+7.1f %%  ", item->work[0], item->work[1],
			100 * explained_part(x, item));
		print_name(x, item, out);
	}
}

static void print_counts(const struct explanation *x, FILE *out)
{
	const double *old = x->counts[0], *new = x->counts[1];

	fprintf(out,
		"  processor: instructions %+.1f %%, branches %+.1f %%, mispredicted %.1f -> "
		"%.1f an iteration\n",
		percent(old[COUNTER_INSTRUCTIONS], new[COUNTER_INSTRUCTIONS]),
		percent(old[COUNTER_BRANCHES], new[COUNTER_BRANCHES]), old[COUNTER_MISSES],
		new[COUNTER_MISSES]);
}

static void print_sides(const struct explanation *x, FILE *out)
{
	size_t count = x->sides[0].count;
	AUTO_FREE char *name = symbol_shown(count ? explanation_first(x)->name : "");

	if (count)
		fprintf(out, "  code of %s, old and new:\n", name);
	for (size_t i = 0; i < count && i < SIDE_ROWS; i++) {
		const char *old = x->sides[0].items[i], *new = x->sides[1].items[i];

		fprintf(out, "    %-44s %c %s\n", old,
			strcmp(old, new) == 0 ? ' '
			: !*old               ? '>'
			: !*new               ? '<'
					      : '|',
			new);
	}
	if (count > SIDE_ROWS)
		fprintf(out, "    %zu more rows in --format json\n", count - SIDE_ROWS);
}

static void print_place(const struct explanation *x, FILE *out)
{
	const struct place_effect *place = &x->place;

	fprintf(out,
		"  place: code %+.1f %% (%+.1f..%+.1f), place +-%.1f %% (%zu placements of "
		"each "
		"build)\n",
		100 * expm1(place->code), 100 * expm1(place->low), 100 * expm1(place->high),
		100 * place->place, place->placements);
}

static void print_part(const char *before, const struct err *no,
	void (*print)(const struct explanation *x, FILE *out), const struct explanation *x,
	FILE *out)
{
	if (no->text[0])
		print_reason(before, no, out);
	else
		print(x, out);
}

void explanation_print(const struct explanation *x, const char *name, FILE *out)
{
	struct format_row change =
		format_row(x->row->time.ratio, x->row->time.low, x->row->time.high);
	AUTO_FREE char *sentence = explanation_sentence(x);
	AUTO_FREE char *clean = terminal_clean(name);

	fprintf(out, "%s: %s %s (%s)\n  %s\n", clean, verdict_name(x->row->time.verdict),
		change.change, change.interval, sentence);
	print_code(x, out);
	print_part("  time: ", &x->no.time, print_times, x, out);
	print_part("  work: ", &x->no.work, print_work, x, out);
	/* Most virtual machines have no counters. */
	if (!x->no.counts.text[0])
		print_counts(x, out);
	print_part("  place: ", &x->no.place, print_place, x, out);
	print_sides(x, out);
}

static json_t *reason(const struct err *e)
{
	return e->text[0] ? json_text(e->text) : json_null();
}

static json_t *name_json(const char *name)
{
	AUTO_FREE char *shown = symbol_shown(name);

	return json_text(shown);
}

static json_t *code_json(const struct explanation *x)
{
	json_t *code = json_object();

	json_put(code, "functions", json_count(x->code.reached));
	json_put(code, "differ", json_count(x->code.differ));
	json_put(code, "ran", knows_ran(x) ? json_count(x->code.ran) : json_null());
	json_put(code, "objects_differ", json_count(x->code.objects));
	json_put(code, "incomplete", reason(&x->no.code));
	return code;
}

static json_t *item_json(const struct explained *item, const double values[2])
{
	json_t *one = json_object();

	json_put(one, "name", name_json(item->name));
	json_put(one, "old", json_number(values[0]));
	json_put(one, "new", json_number(values[1]));
	json_put(one, "differs", json_boolean(explained_differs(item)));
	return one;
}

static json_t *work_json(const struct explanation *x)
{
	json_t *work = json_object(), *functions = json_array();
	bool known = !x->no.work.text[0];

	json_put(work, "simulated", json_true());
	json_put(work, "old", json_number(known ? x->work[0] : NAN));
	json_put(work, "new", json_number(known ? x->work[1] : NAN));
	json_put(work, "old_error", json_number(known ? x->counted[0].error : NAN));
	json_put(work, "new_error", json_number(known ? x->counted[1].error : NAN));
	json_put(work, "branches_old", json_number(known ? x->counted[0].branches : NAN));
	json_put(work, "branches_new", json_number(known ? x->counted[1].branches : NAN));
	json_put(work, "unknown", reason(&x->no.work));
	for (size_t i = 0; known && i < x->count; i++) {
		const struct explained *item = &x->items[i];

		if (fmax(item->work[0], item->work[1]) >= SHOWN_WORK ||
			(item->ran && explained_differs(item)))
			json_append(functions, item_json(item, item->work));
	}
	json_put(work, "functions", functions);
	return work;
}

static json_t *counts_json(const struct explanation *x)
{
	static const char *const names[COUNTERS] = { "instructions", "branches",
		"branch_misses" };
	json_t *counts = json_object();
	bool known = !x->no.counts.text[0];

	for (unsigned c = 0; c < COUNTERS; c++)
		json_put(counts, names[c],
			json_array_of(json_number(known ? x->counts[0][c] : NAN),
				json_number(known ? x->counts[1][c] : NAN)));
	json_put(counts, "unknown", reason(&x->no.counts));
	return counts;
}

static json_t *time_json(const struct explanation *x)
{
	json_t *time = json_object(), *functions = json_array();
	bool known = !x->no.time.text[0];

	json_put(time, "old", json_number(known ? x->time[0] : NAN));
	json_put(time, "new", json_number(known ? x->time[1] : NAN));
	json_put(time, "launches", json_count(known ? x->rounds : 0));
	json_put(time, "with_setup", json_boolean(x->outside));
	json_put(time, "others", json_number(x->others));
	json_put(time, "unknown", reason(&x->no.time));
	for (size_t i = 0; known && i < x->count; i++) {
		const struct explained *item = &x->items[i];
		json_t *one;

		if (!(item->q <= 1))
			continue;
		one = item_json(item, item->time);
		json_put(one, "change_low", json_number(item->change.low));
		json_put(one, "change_high", json_number(item->change.high));
		json_put(one, "q", json_number(item->q));
		json_append(functions, one);
	}
	json_put(time, "functions", functions);
	return time;
}

static json_t *place_json(const struct explanation *x)
{
	static const char *const answers[] = { "undecided", "code", "place" };
	const struct place_effect *place = &x->place;
	json_t *json = json_object();
	bool known = !x->no.place.text[0];

	json_put(json, "placements", json_count(place->placements));
	json_put(json, "answer", known ? json_text(answers[place->answer]) : json_null());
	json_put(json, "code", json_number(known ? expm1(place->code) : NAN));
	json_put(json, "code_low", json_number(known ? expm1(place->low) : NAN));
	json_put(json, "code_high", json_number(known ? expm1(place->high) : NAN));
	json_put(json, "place_sd", json_number(known ? place->place : NAN));
	json_put(json, "unknown", reason(&x->no.place));
	return json;
}

json_t *explanation_json(const struct explanation *x)
{
	const struct explained *first = explanation_first(x);
	AUTO_FREE char *sentence = explanation_sentence(x);
	json_t *json = json_object();

	json_put(json, "suite", json_text(x->row->suite));
	json_put(json, "benchmark", json_text(x->row->name));
	json_put(json, "verdict", json_text(verdict_name(x->row->time.verdict)));
	json_put(json, "ratio", json_number(x->row->time.ratio));
	json_put(json, "ratio_low", json_number(x->row->time.low));
	json_put(json, "ratio_high", json_number(x->row->time.high));
	json_put(json, "cause", json_text(cause_name(x->cause)));
	json_put(json, "proven", json_boolean(x->proven));
	json_put(json, "sentence", json_text(sentence));
	json_put(json, "function", first ? name_json(first->name) : json_null());
	json_put(json, "code", code_json(x));
	json_put(json, "time", time_json(x));
	json_put(json, "work", work_json(x));
	json_put(json, "processor", counts_json(x));
	json_put(json, "place", place_json(x));
	json_put(json, "code_old", json_texts(&x->sides[0]));
	json_put(json, "code_new", json_texts(&x->sides[1]));
	return json;
}
