/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/explanation_sentence.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/code/symbols.h"

/* Of the change of the time, as logarithms. */
#define PART 0.5
/* A function with so much of the change is not alone: others changed the other way. */
#define OVER 1.1

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
	if (first->caused[0] != first->work[0] &&
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
	return memory_text(x->no_code.text[0] || x->ran || x->objects
				   ? "not more work: its place in memory, caches or predictions"
				   : "not the code: nothing that differs was executed");
}

static const char *unknown_words(const struct explanation *x)
{
	if (x->no_work.text[0])
		return "unknown: the work could not be counted";
	if (x->children)
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
