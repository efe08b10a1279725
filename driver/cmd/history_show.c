/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/page/page.h"
#include "compare/print/json.h"
#include "driver/base/atomic_file.h"
#include "driver/base/message.h"
#include "driver/base/path.h"

#include "driver/cmd/history_opened.h"
#include "driver/screens/bench_chart.h"
#include "driver/screens/change_list.h"
#include "driver/screens/health.h"
#include "driver/screens/site.h"
#include "driver/screens/words.h"

static int write_file(const char *folder, const char *name, const char *text, size_t size)
{
	static const char *const none[] = { NULL };
	AUTO_FREE char *path = memory_format("%s/%s", folder, name);
	struct output_file file;
	int code = output_file_begin(&file, path, none, true);

	if (!code) {
		fwrite(text, 1, size, file.out);
		code = output_file_end(&file);
	}
	return code;
}

/* A script that hands the value to the pages; takes the value. */
static int write_data(const char *folder, const char *name, json_t *value)
{
	AUTO_FREE char *json = page_json(value);
	AUTO_FREE char *text = memory_format("site.take(\"%s\", %s);\n", name, json);
	AUTO_FREE char *file = memory_format("data/%s.js", name);
	int code = write_file(folder, file, text, strlen(text));

	json_decref(value);
	return code;
}

static int write_class(const char *folder, const struct screen *screen, size_t place)
{
	AUTO_FREE char *heat = memory_format("heat-%zu", place);
	int code = write_data(folder, heat, site_heat(screen));

	for (size_t i = 0; !code && i < screen->tracks->track_count; i++) {
		AUTO_FREE char *name = memory_format("%zu-%zu", place, i);

		code = write_data(folder, name, site_track(screen, i));
	}
	return code;
}

/* A folder with something else in it is left alone. */
static int check_folder(const char *folder)
{
	AUTO_FREE char *ours = memory_format("%s/data/index.js", folder);
	bool other = !access(folder, F_OK) && access(ours, F_OK) && rmdir(folder);

	return other ? message_error(EXIT_USAGE,
			       "%s is there and holds no pages of a history; name a new folder",
			       folder)
		     : EXIT_FINE;
}

/* Writes the pages of a history into a new folder, or over earlier pages. Returns an exit code
 * after printing why. */
static int history_write_pages(const struct screen *screens, size_t count, const char *folder)
{
	static const char *const assets[] = { "d3.js", "d3.txt", "numbers.js", "plot.js",
		"history.js", "page.css", "plot.css", "history.css", "index.html" };
	AUTO_FREE char *data = memory_format("%s/data", folder);
	int code = check_folder(folder);
	struct err e;

	if (!code && (path_make_folder(folder, 0777, &e) || path_make_folder(data, 0777, &e)))
		code = message_error(EXIT_WRITE, "%s", e.text);
	for (size_t i = 0; !code && i < ARRAY_SIZE(assets); i++) {
		struct asset asset = asset_find(assets[i]);

		code = write_file(folder, assets[i], asset.text, asset.size);
	}
	for (size_t i = 0; !code && i < count; i++)
		code = write_class(folder, &screens[i], i);
	return code ? code : write_data(folder, "index", site_index(screens, count));
}

/* Of a page. */
#define HEALTH_ROWS 20

static bool is_in_event(const struct screen *screen, const struct event *event, size_t track)
{
	for (size_t k = 0; event && k < event->count; k++)
		if (screen->changes->list[event->changes[k]].track == track)
			return true;
	return false;
}

static size_t show_matching(const struct screen *screen, const char *word,
	const struct layout_size *size, size_t before)
{
	const struct event *event = events_find(screen->events, screen->reported, word);
	size_t shown = 0;

	for (size_t i = 0; i < screen->tracks->track_count; i++) {
		const struct track *track = &screen->tracks->tracks[i];

		if (!glob_names(word, track->suite, track->benchmark) &&
			!is_in_event(screen, event, i))
			continue;
		if (before + shown)
			putchar('\n');
		bench_chart_print(screen, i, size, stdout);
		shown++;
	}
	return shown;
}

static int unknown(
	const struct opened *opened, const struct history_args *own, const char *word)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < opened->count; i++)
		for (size_t k = 0; k < opened->classes[i].tracks.track_count; k++)
			string_list_add_once(
				&names, opened->classes[i].tracks.tracks[k].benchmark);
	return message_error(EXIT_USAGE, "%s: has no benchmark and no event '%s'%s",
		history_folder(own), word, suggestion(&names, word).text);
}

static int history_show(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct layout_size size = history_size(own);
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);
	size_t shown = 0;

	for (int k = 0; !code && k < count; k++) {
		size_t before = shown;

		for (size_t i = 0; i < opened.count; i++)
			shown += show_matching(&opened.screens[i], args[k], &size, shown);
		if (shown == before)
			code = unknown(&opened, own, args[k]);
	}
	return code;
}

static int history_health(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct health_options options = { cells_format(own->shared.format), history_size(own),
		own->all ? 0 : HEALTH_ROWS };
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	if (!code)
		health_print(opened.screens, opened.count, &options, stdout);
	return code;
}

static int history_report(void *given, char **args, int count)
{
	const struct history_args *own = given;
	AUTO(history_close) struct opened opened = { 0 };
	int code;

	(void)args;
	(void)count;
	if (!own->output)
		return message_error(EXIT_USAGE, "give -o DIR: the folder for the pages");
	code = history_open(&opened, own);
	for (size_t i = 0; !code && i < opened.count; i++)
		history_find_pending(own, &opened.screens[i]);
	code = code ? code : history_write_pages(opened.screens, opened.count, own->output);
	if (!code && !own->shared.quiet)
		message_line(stdout, "Pages: %s/index.html", own->output);
	return code;
}

static int history_changes(void *given, char **args, int count)
{
	const struct history_args *own = given;
	struct layout_size size = history_size(own);
	const char *kind = own->changed;
	struct change_filter filter = {
		.state = own->state, .least = own->min, .all = own->all
	};
	struct change_list *list;
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	filter.kind = !kind                         ? NULL
		      : !strcmp(kind, "unknown")    ? change_kind_name(CHANGE_UNKNOWN)
		      : !strcmp(kind, "same")       ? change_kind_name(CHANGE_SAME_CODE)
		      : !strcmp(kind, "two-levels") ? change_kind_name(CHANGE_FLIPS)
						    : kind;
	if (!code)
		code = history_date("since", own->since, &filter.since);
	if (!code) {
		list = change_list_new(own->shared.format, &filter);
		for (size_t i = 0; i < opened.count; i++)
			change_list_add(list, &opened.screens[i]);
		change_list_end(list, &size, stdout);
	}
	return code;
}

const struct command verb_show = {
	.summary = "chart benchmarks, or those of an event",
	.arguments = "BENCH|EVENT...",
	.min_arguments = 1,
	.max_arguments = -1,
	.options = HISTORY_SET("history show", NULL, "history machine alarms"),
	.run = history_show,
};

const struct command verb_changes = {
	.summary = "list each change of each benchmark",
	.arguments = "",
	.options = HISTORY_SET("history changes", CELLS_FORMATS,
		"history since all state changed min machine alarms"),
	.run = history_changes,
};

const struct command verb_health = {
	.summary = "test --alarms against your noise; name the noisiest benchmarks",
	.arguments = "",
	.options = HISTORY_SET("history health", CELLS_FORMATS, "history all machine alarms"),
	.run = history_health,
};

const struct command verb_report = {
	.summary = "write pages of all that for a browser",
	.arguments = "",
	.options = HISTORY_SET("history report", NULL, "history output machine alarms"),
	.run = history_report,
};
