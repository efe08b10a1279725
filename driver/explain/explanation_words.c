/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/explanation_words.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "driver/base/terminal.h"

/* Functions that are shown, and the least that one of them adds to the change. */
#define SHOWN_MAX  6
#define SHOWN_PART 0.001
/* Below it, in JSON: what happens now and then in start and end, instructions of an iteration.
 */
#define SHOWN_WORK 0.01
/* Of the change: most of it. */
#define MOST 0.5
/* Of the change of the time, as logarithms. */
#define PART 0.5

static const char *cause_name(enum cause cause)
{
	static const char *const names[] = { "none", "hidden", "work", "place", "unknown" };

	return names[cause];
}

static double work_change(const struct explanation *x)
{
	return x->work[1] / x->work[0] - 1;
}

/* "+2.7 % work, most of it in run"; ", in several functions" where none has most of it. */
static char *work_words(const struct explanation *x)
{
	const struct explained *first = &x->items[0];
	double change = work_change(x);
	bool most = explained_part(x, first) / change >= MOST && *first->name;
	AUTO_FREE char *name = terminal_clean(first->name);

	return memory_format("%+.1f %% work, %s%s", 100 * change,
		most ? "most of it in " : "in several functions", most ? name : "");
}

/* Work that does not change by half as much as the time is not all of the cause. */
static char *work_sentence(const struct explanation *x)
{
	bool part = fabs(log1p(work_change(x))) < PART * fabs(log(x->row->time.ratio));
	AUTO_FREE char *words = work_words(x);

	return memory_format("%s: %s%s", part ? "in part" : "likely", words,
		part ? "; the rest is its place in memory, caches or predictions" : "");
}

static const char *unknown_sentence(const struct explanation *x)
{
	if (x->no_work.text[0])
		return "unknown: the work could not be counted";
	if ((x->error[0] + x->error[1]) / x->work[0] > fabs(work_change(x)))
		return "unknown: the work differs from launch to launch";
	return "unknown: time and work changed in different directions";
}

static char *sentence_of(const struct explanation *x)
{
	bool none_ran = !x->no_code.text[0] && !x->ran && !x->objects;

	switch (x->cause) {
	case CAUSE_NONE:
		return memory_text("as much work as before");
	case CAUSE_HIDDEN:
		return memory_format(
			"%+.1f %% work, which the time does not show", 100 * work_change(x));
	case CAUSE_WORK:
		return work_sentence(x);
	case CAUSE_PLACE:
		return memory_text(none_ran ? "not the code: nothing that differs was executed"
					    : "not more work: its place in memory, caches or "
					      "predictions");
	default:
		return memory_text(unknown_sentence(x));
	}
}

static void print_clean(const char *before, const char *text, FILE *out)
{
	AUTO_FREE char *clean = terminal_clean(text);

	fprintf(out, "%s%s", before, clean);
}

static void print_code(const struct explanation *x, FILE *out)
{
	fprintf(out, "  code: %zu of %zu function%s differ%s", x->differ, x->reached,
		PLURAL(x->reached), x->differ == 1 ? "s" : "");
	if (x->differ && !x->no_work.text[0])
		fprintf(out, ", %zu of these run%s", x->ran, x->ran == 1 ? "s" : "");
	if (x->objects)
		fprintf(out, "; %zu object%s of data differ%s", x->objects, PLURAL(x->objects),
			x->objects == 1 ? "s" : "");
	if (x->no_code.text[0])
		print_clean("; more may: ", x->no_code.text, out);
	fputc('\n', out);
}

static void print_function(const struct explanation *x, const struct explained *item, FILE *out)
{
	AUTO_FREE char *name =
		terminal_clean(*item->name ? item->name : "(code without a symbol)");

	fprintf(out, "    %12.0f -> %12.0f  %+7.1f %%  %s%s\n", item->work[0], item->work[1],
		100 * explained_part(x, item), name,
		x->no_code.text[0] || !*item->name ? ""
		: explained_differs(item)          ? ", its code differs"
						   : "");
}

static void print_work(const struct explanation *x, FILE *out)
{
	if (x->no_work.text[0]) {
		print_clean("  work: ", x->no_work.text, out);
		fputc('\n', out);
		return;
	}
	fprintf(out,
		"  work: %.0f -> %.0f instructions an iteration, %+.1f %% (simulated by "
		"valgrind)\n",
		x->work[0], x->work[1], 100 * work_change(x));
	for (size_t i = 0; i < x->count && i < SHOWN_MAX; i++)
		if (fabs(explained_part(x, &x->items[i])) >= SHOWN_PART)
			print_function(x, &x->items[i], out);
}

void explanation_print(const struct explanation *x, const char *name, FILE *out)
{
	struct format_row change =
		format_row(x->row->time.ratio, x->row->time.low, x->row->time.high);
	AUTO_FREE char *sentence = sentence_of(x), *clean = terminal_clean(name);

	fprintf(out, "%s: %s %s (%s)\n  %s\n", clean, verdict_name(x->row->time.verdict),
		change.change, change.interval, sentence);
	print_code(x, out);
	print_work(x, out);
}

static json_t *reason(const struct err *e)
{
	return e->text[0] ? json_text(e->text) : json_null();
}

static json_t *code_json(const struct explanation *x)
{
	json_t *code = json_object();

	json_put(code, "functions", json_count(x->reached));
	json_put(code, "differ", json_count(x->differ));
	json_put(code, "ran", x->no_work.text[0] ? json_null() : json_count(x->ran));
	json_put(code, "objects_differ", json_count(x->objects));
	json_put(code, "incomplete", reason(&x->no_code));
	return code;
}

static json_t *work_json(const struct explanation *x)
{
	json_t *work = json_object(), *functions = json_array();
	bool known = !x->no_work.text[0];

	json_put(work, "simulated", json_true());
	json_put(work, "old", json_number(known ? x->work[0] : NAN));
	json_put(work, "new", json_number(known ? x->work[1] : NAN));
	json_put(work, "old_error", json_number(known ? x->error[0] : NAN));
	json_put(work, "new_error", json_number(known ? x->error[1] : NAN));
	json_put(work, "unknown", reason(&x->no_work));
	for (size_t i = 0; known && i < x->count; i++) {
		const struct explained *item = &x->items[i];
		json_t *one;

		if (!(fmax(item->work[0], item->work[1]) >= SHOWN_WORK) &&
			!(item->ran && explained_differs(item)))
			continue;
		one = json_object();
		json_put(one, "name", json_text(item->name));
		json_put(one, "old", json_number(item->work[0]));
		json_put(one, "new", json_number(item->work[1]));
		json_put(one, "differs", json_boolean(explained_differs(item)));
		json_append(functions, one);
	}
	json_put(work, "functions", functions);
	return work;
}

json_t *explanation_json(const struct explanation *x)
{
	AUTO_FREE char *sentence = sentence_of(x);
	json_t *json = json_object();

	json_put(json, "suite", json_text(x->row->suite));
	json_put(json, "benchmark", json_text(x->row->name));
	json_put(json, "verdict", json_text(verdict_name(x->row->time.verdict)));
	json_put(json, "ratio", json_number(x->row->time.ratio));
	json_put(json, "ratio_low", json_number(x->row->time.low));
	json_put(json, "ratio_high", json_number(x->row->time.high));
	json_put(json, "cause", json_text(cause_name(x->cause)));
	json_put(json, "sentence", json_text(sentence));
	json_put(json, "code", code_json(x));
	json_put(json, "work", work_json(x));
	return json;
}
