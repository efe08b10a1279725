/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "compare/formats/foreign.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The text of `go test -bench` (https://go.dev/design/14313-benchmark-format):
 *	pkg: PACKAGE
 *	BenchmarkName-8   ITERATIONS   VALUE ns/op   VALUE UNIT ...
 * -count repeats a benchmark within one process: these lines are the samples of one launch. A
 * process begins with "goos:" or "pkg:" and ends with PASS, FAIL or "ok". Before Go 1.9 only
 * "ok" names the package, and PASS may stand before the results. Names lose the word
 * "Benchmark", as benchstat shows them. Other lines "key: value" say what all results behind
 * them were measured with, until the key comes again. Any other line is output of the tests,
 * and so is any between the name of a benchmark and its result.
 */
struct go {
	struct foreign foreign;
	char *package; /* owned; NULL: none yet */
	/* KEY, VALUE ... of the lines "KEY: VALUE" above, which tell results apart. */
	struct string_list settings;
	struct string_list output; /* of -json: the parts of a line so far */
	bool running;              /* behind the name of a benchmark and before its result */
	bool verbose;              /* -v: the name stands alone, before all of -count */
	bool passed;               /* behind PASS or FAIL */
	/* The reason of a failure stands indented before its line (-v) or after it. */
	char *reason; /* owned; the last line if it is indented, else NULL */
	char *failed; /* owned; the benchmark whose reason is still to come, or NULL */
};

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* "BenchmarkX", where X is no lower-case letter. */
static bool is_name(const char *text)
{
	return starts(text, "Benchmark") && !islower((unsigned char)text[9]) && text[9] &&
	       !isspace((unsigned char)text[9]);
}

/* Go prints four digits, so this is the step of its numbers. */
static double step_of(const char *number, size_t size)
{
	const char *point = memchr(number, '.', size);
	double step = 1;

	for (size_t i = point ? (size_t)(point - number) + 1 : size; i < size; i++)
		step /= 10;
	return step;
}

static char *next_field(char **text, size_t *size)
{
	char *field = *text + strspn(*text, " \t");

	*size = strcspn(field, " \t");
	*text = field + *size;
	return field;
}

/* A key begins with a lower-case letter, and has neither capitals nor blanks. Some are of the
 * testing package itself. */
static bool is_setting(const char *text)
{
	const char *p = text;

	if (starts(text, "coverage:") || starts(text, "testing:") || starts(text, "panic:"))
		return false;
	while (*p && *p != ':' && !isspace((unsigned char)*p) && !isupper((unsigned char)*p))
		p++;
	return islower((unsigned char)*text) && *p == ':' &&
	       (!p[1] || isspace((unsigned char)p[1]));
}

/* More keys are output of the benchmarks. */
#define SETTINGS_MOST 32

static void parse_setting(struct go *go, char *text)
{
	struct string_list *settings = &go->settings;
	char *value = strchr(text, ':');
	size_t i = 0;

	*value++ = '\0';
	value += strspn(value, " \t");
	while (i < settings->count && strcmp(settings->items[i], text) != 0)
		i += 2;
	if (i == 2 * SETTINGS_MOST)
		return;
	if (i == settings->count) {
		string_list_add(settings, text);
		string_list_add(settings, value);
		return;
	}
	free(settings->items[i + 1]);
	settings->items[i + 1] = memory_text(value);
}

/* package: where no line above names it. */
static void end_process(struct go *go, const char *package)
{
	go->running = go->verbose = go->passed = false;
	gathering_flush(&go->foreign, go->package && *go->package ? go->package : package);
}

/* "ok PACKAGE TIME", "FAIL PACKAGE TIME", or PASS or FAIL, which they may follow. */
static bool parse_end(struct go *go, char *text)
{
	size_t word = strcspn(text, " \t"), size, more;
	const char *name = word == 2 ? "ok" : *text == 'P' ? "PASS" : "FAIL";
	char *rest = text + word, *package = next_field(&rest, &size);

	if (word != strlen(name) || !starts(text, name) ||
		(size && (!strchr("0123456789([", *next_field(&rest, &more)) || !more)))
		return false;
	package[size] = '\0';
	if (size)
		end_process(go, package);
	else
		go->passed = true;
	return true;
}

/* That of a benchmark, without the word, with what was set above. */
static struct gathered *item_of(struct go *go, const char *name)
{
	struct variant *variant = &go->foreign.name;

	if (go->passed)
		end_process(go, "go");
	variant_begin(variant, name + strlen("Benchmark"));
	for (size_t i = 0; i < go->settings.count; i += 2)
		variant_add(variant, VARIANT_SETTING, go->settings.items[i],
			go->settings.items[i + 1]);
	return gathering_of(&go->foreign, variant->text, go->foreign.lines->number);
}

static const char *add_sample(struct go *go, char *line)
{
	size_t name_size, size, unit_size;
	char *name = next_field(&line, &name_size), *number;
	struct gathered *item;
	int64_t iterations;
	double value, step;

	number = next_field(&line, &size);
	if (!number_parse_integer(number, size, &iterations) || iterations < 1)
		return "its second column is not a number of iterations";
	do {
		char *unit;

		number = next_field(&line, &size);
		unit = next_field(&line, &unit_size);
		if (unit_size == 5 && memcmp(unit, "ns/op", 5) == 0)
			break;
	} while (unit_size);
	if (!unit_size)
		return "it has no ns/op";
	if (!number_parse(number, size, &value) || !(value >= 0 && value <= LOG_NS_MAX))
		return "its ns/op is no time";
	step = step_of(number, size);
	name[name_size] = '\0';
	item = item_of(go, name);
	/* -count repeats one before the next begins: nothing else says that this is a process
	 * of its own. */
	if (item->count && item != go->foreign.last) {
		end_process(go, "go");
		item = item_of(go, name);
	}
	gathered_sample(item, value, 1, iterations);
	item->row.launch.clock_step_ns = fmax(item->row.launch.clock_step_ns, step);
	go->running = go->verbose;
	return NULL;
}

/* ITERATIONS VALUE ns/op: the end of a line whose beginning is not that of a benchmark. */
static bool has_result(char *line)
{
	bool counted = false, timed = false;
	int64_t iterations;
	double value;
	size_t size;

	do {
		const char *field = next_field(&line, &size);

		if (timed && size == 5 && memcmp(field, "ns/op", 5) == 0)
			return true;
		timed = counted && number_parse(field, size, &value);
		counted = number_parse_integer(field, size, &iterations) && iterations >= 1;
	} while (size);
	return false;
}

/* "--- FAIL: BenchmarkName" or SKIP. */
static void parse_failure(struct go *go, char *name, enum outcome outcome)
{
	struct gathered *item;
	size_t size;

	name = next_field(&name, &size);
	name[size] = '\0';
	if (!is_name(name))
		return;
	go->running = false;
	item = item_of(go, name);
	item->row.launch.status = (uint8_t)outcome;
	if (go->reason)
		item->row.evidence.detail = gathering_text(&go->foreign, go->reason);
	free(go->failed);
	go->failed = go->reason ? NULL : memory_text(name);
}

static void parse_indented(struct go *go, const char *text)
{
	text += strspn(text, " ");
	free(go->reason);
	go->reason = memory_text(text);
	if (go->failed)
		item_of(go, go->failed)->row.evidence.detail =
			gathering_text(&go->foreign, text);
	free(go->failed);
	go->failed = NULL;
}

static void forget_reason(struct go *go)
{
	free(go->reason);
	free(go->failed);
	go->reason = go->failed = NULL;
}

static void set_package(struct go *go, const char *package)
{
	end_process(go, "go");
	free(go->package);
	go->package = memory_text(package);
}

/* The size of "ESC[...m" there, or of the time that a CI puts before each line; or 0. */
static size_t mark_size(const char *text)
{
	size_t digits = strspn(text, "\033[0123456789;"),
	       time = strspn(text, "0123456789-:.TZ");

	if (time >= strlen("2026-01-31T02:00:00Z") && text[time] == ' ')
		return time + 1;
	return starts(text, "\033[") && text[digits] == 'm' ? digits + 1 : 0;
}

/* Around the line: within it colours may be part of a name. */
static void drop_marks(struct lines *lines)
{
	char *last;
	size_t size;

	while ((size = mark_size(lines->text))) {
		lines->text += size;
		lines->size -= size;
	}
	while ((last = memrchr(lines->text, '\033', lines->size)) && (size = mark_size(last)) &&
		!last[size]) {
		*last = '\0';
		lines->size = (size_t)(last - lines->text);
	}
}

static void parse_text(struct go *go)
{
	struct lines *lines = go->foreign.lines;
	char *text, *behind;
	const char *why = NULL;

	drop_marks(lines);
	text = lines->text;
	/* A benchmark that prints without an end of the line has its result behind that. */
	behind = strstr(text, " Benchmark");
	behind = behind && strchr(behind, '\t') ? behind : NULL;

	if (!starts(text, "    ") && !starts(text, "--- "))
		forget_reason(go);
	if (!lines_is_text(lines))
		why = starts(text, "Benchmark") || starts(text, "--- ") ? LINE_IS_NO_TEXT
									: NULL;
	else if (starts(text, "pkg:"))
		set_package(go, text + 4 + strspn(text + 4, " \t"));
	else if (parse_end(go, text))
		return;
	else if (is_setting(text)) {
		if (starts(text, "goos:"))
			end_process(go, "go");
		if (!go->running)
			parse_setting(go, text);
	} else if (!is_name(text) && has_result(text))
		why = behind ? add_sample(go, behind + 1)
			     : "it has a result, but no name; a benchmark that prints to "
			       "standard output separates them";
	else if (starts(text, "    "))
		parse_indented(go, text);
	else if (starts(text, "--- FAIL:"))
		parse_failure(go, text + strlen("--- FAIL:"), OUTCOME_EXIT);
	else if (starts(text, "--- SKIP:"))
		parse_failure(go, text + strlen("--- SKIP:"), OUTCOME_SKIPPED);
	else if (is_name(text)) {
		go->running = true;
		go->verbose |= !strpbrk(text, " \t");
		if (strpbrk(text, " \t"))
			why = lines->torn ? "it is not whole" : add_sample(go, text);
	}
	if (why)
		foreign_line_left_out(&go->foreign, why);
}

/* Of -json: {"Action": "output", "Package": ..., "Output": TEXT}, where a line may come in
 * parts. */
static bool parse_event(struct go *go)
{
	struct lines *lines = go->foreign.lines;
	json_auto_t *event =
		*lines->text == '{' ? json_loadb(lines->text, lines->size, 0, NULL) : NULL;
	const char *text = json_string_value(json_object_get(event, "Output"));
	const char *package = json_string_value(json_object_get(event, "Package"));

	if (*lines->text == '{' && !event && lines->torn)
		go->foreign.log->complete = false;
	if (!json_object_get(event, "Action"))
		return false;
	/* Those of several packages may come in turn. */
	if (text && package && (!go->package || strcmp(package, go->package) != 0)) {
		string_list_release(&go->output);
		set_package(go, package);
	}
	while (text && *text) {
		size_t n = strcspn(text, "\n");
		AUTO_FREE char *line = NULL;

		string_list_addf(&go->output, "%.*s", (int)n, text);
		if (!text[n])
			break;
		text += n + 1;
		line = string_list_finish(&go->output, "");
		lines->text = line;
		lines->size = strlen(line);
		parse_text(go);
	}
	return true;
}

static void parse_line(void *ctx)
{
	if (!parse_event(ctx))
		parse_text(ctx);
}

static void end(void *ctx)
{
	struct go *go = ctx;

	forget_reason(go);
	end_process(go, "go");
	string_list_release(&go->settings);
	string_list_release(&go->output);
	free(go->package);
}

static bool has(const char *line, size_t size, const char *word)
{
	return memmem(line, size, word, strlen(word));
}

/* A line of a benchmark with its time, or one that stands before the first. */
static bool is_of_go(const char *line, size_t size)
{
	size_t mark = mark_size(line);

	line += mark < size ? mark : 0;
	size -= mark < size ? mark : 0;
	if (!size || *line == '{')
		return size && has(line, size, "\"Action\":") &&
		       has(line, size, "\"Package\":");
	return has(line, size < 6 ? size : 6, "goos: ") ||
	       (has(line, size, " ns/op") && is_name(line));
}

static bool recognises(const char *head, size_t size)
{
	return foreign_any_line(head, size, is_of_go);
}

const struct reader reader_go = {
	.name = "go",
	.source = { .per_iteration = true, .random_layout = true },
	.recognises = recognises,
	.size = sizeof(struct go),
	.line = parse_line,
	.end = end,
};
