/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/glob.h"
#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/suggestion.h"
#include "driver/base/terminal.h"
#include "driver/cmd/history_opened.h"
#include "driver/cmd/history_report.h"
#include "driver/cmd/history_show.h"
#include "driver/screens/bench_chart.h"
#include "driver/screens/change_list.h"
#include "driver/screens/health.h"
#include "driver/screens/morning.h"

/* Of a page. */
#define HEALTH_ROWS 20

static struct layout_size size_of(const struct history_args *own)
{
	return (struct layout_size){ (size_t)terminal_width(stdout, 100),
		terminal_color(own->shared.color, stdout) };
}

/* The last one is remembered, where it can be: who may only read sees it all the same. */
static int since(const struct history_args *own, int64_t *date)
{
	AUTO_FREE char *path = memory_format("%s/bdriver.since", history_folder(own));
	AUTO_FREE char *kept = file_text(path, NULL);
	bool all = own->since && !strcmp(own->since, "all");
	int code = history_date("since", all ? NULL : own->since ?: kept, date);
	struct atomic_file file;
	struct err e;

	if (all)
		unlink(path);
	else if (!code && own->since && !atomic_file_begin(&file, path, &e)) {
		fputs(own->since, file.out);
		atomic_file_end(&file, &e);
	}
	return code;
}

int history_morning(const struct history_args *own, char **args, int count)
{
	struct morning_options options = { .size = size_of(own), .all = own->all };
	AUTO(history_close) struct opened opened = { 0 };
	size_t calls = 0, undecided = 0;
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	if (!code)
		code = since(own, &options.since);
	for (size_t i = 0; !code && i < opened.count; i++) {
		struct screen screen = history_screen(&opened, i);

		if (i)
			putchar('\n');
		calls += morning_print(&screen, &options, stdout);
		undecided += morning_undecided(&screen);
	}
	if (!code && !calls && undecided)
		code = EXIT_BLIND;
	return code ? code : calls ? EXIT_FOUND : EXIT_FINE;
}

static size_t show_matching(const struct screen *screen, const char *word,
	const struct layout_size *size, size_t before)
{
	size_t shown = 0;

	for (size_t i = 0; i < screen->lines->line_count; i++) {
		const struct line *line = &screen->lines->lines[i];

		if (!glob_names(word, line->suite, line->benchmark))
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
		for (size_t k = 0; k < opened->classes[i].lines.line_count; k++)
			string_list_add_once(
				&names, opened->classes[i].lines.lines[k].benchmark);
	return message_error(EXIT_USAGE, "%s: has no benchmark '%s'%s", history_folder(own),
		word, suggestion(&names, word).text);
}

int history_show(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);
	size_t shown = 0;

	for (int k = 0; !code && k < count; k++) {
		size_t before = shown;

		for (size_t i = 0; i < opened.count; i++) {
			struct screen screen = history_screen(&opened, i);

			shown += show_matching(&screen, args[k], &size, shown);
		}
		if (shown == before)
			code = unknown(&opened, own, args[k]);
	}
	return code;
}

int history_health(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	for (size_t i = 0; !code && i < opened.count; i++) {
		struct screen screen = history_screen(&opened, i);

		if (i)
			putchar('\n');
		health_print(&screen, own->all ? 0 : HEALTH_ROWS, &size, stdout);
	}
	return code;
}

int history_report(const struct history_args *own, char **args, int count)
{
	struct opened opened = { 0 };
	AUTO_FREE struct screen *screens = NULL;
	int code;

	(void)args;
	(void)count;
	if (!own->output)
		return message_error(EXIT_USAGE, "give -o DIR: the folder for the pages");
	code = history_open(&opened, own);
	screens = memory_zeroed(opened.count + 1, sizeof(*screens));
	for (size_t i = 0; i < opened.count; i++)
		screens[i] = history_screen(&opened, i);
	code = code ? code : history_write_pages(screens, opened.count, own->output);
	if (!code && !own->shared.quiet)
		printf("Pages: %s/index.html\n", own->output);
	history_close(&opened);
	return code;
}

int history_changes(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	const char *kind = own->changed;
	struct change_filter filter = {
		.state = own->state, .least = own->min, .all = own->all
	};
	struct change_list *list;
	AUTO(history_close) struct opened opened = { 0 };
	int code = history_open(&opened, own);

	(void)args;
	(void)count;
	filter.kind = !kind                      ? NULL
		      : !strcmp(kind, "unknown") ? change_kind_name(CHANGE_UNKNOWN)
		      : !strcmp(kind, "same")    ? change_kind_name(CHANGE_SAME_CODE)
						 : kind;
	if (!code)
		code = history_date("since", own->since, &filter.since);
	if (!code) {
		list = change_list_new(own->shared.format, &filter);
		for (size_t i = 0; i < opened.count; i++) {
			struct screen screen = history_screen(&opened, i);

			change_list_add(list, &screen);
		}
		change_list_end(list, &size, stdout);
	}
	return code;
}
