/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/glob.h"
#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cmd/history_report.h"
#include "driver/cmd/history_show.h"
#include "driver/screens/bench_chart.h"
#include "driver/screens/change_list.h"
#include "driver/screens/health.h"
#include "driver/screens/morning.h"
#include "driver/store/derived.h"
#include "driver/store/read.h"

/* Of a page. */
#define HEALTH_ROWS 20

/* All classes of machines, read in one transaction and analysed. */
struct opened {
	struct change_settings settings;
	struct decisions decisions;
	struct analysis *classes; /* owned */
	size_t count;
};

static struct screen screen_of(const struct opened *opened, size_t i)
{
	const struct analysis *a = &opened->classes[i];

	return (struct screen){ &a->lines, &a->changes, &a->events, &opened->decisions,
		opened->settings.alarms };
}

static void release(struct opened *opened)
{
	for (size_t i = 0; i < opened->count; i++)
		analysis_release(&opened->classes[i]);
	free(opened->classes);
	decisions_release(&opened->decisions);
}

static int analyse(
	struct opened *opened, struct store *store, const char *machine, struct err *e)
{
	struct string_list classes = { 0 };
	int rc = database_do(&store->database, e, "BEGIN", "") ||
				 store_classes(store, &classes, e)
			 ? -1
			 : 0;

	if (!rc && machine && !string_list_has(&classes, machine))
		rc = bd_err(e, "%s: has no nights of a machine '%s'", store->folder, machine);
	opened->classes = memory_zeroed(classes.count + 1, sizeof(*opened->classes));
	for (size_t i = 0; !rc && i < classes.count; i++)
		if (!machine || !strcmp(machine, classes.items[i]))
			rc = store_analyse(store, classes.items[i], &opened->settings,
				&opened->decisions, &opened->classes[opened->count++], e);
	string_list_release(&classes);
	return rc;
}

/* Returns 0 or an exit code after printing why; release *opened in either case. */
static int open_history(struct opened *opened, const struct history_args *own)
{
	char *path = store_decisions_path(history_folder(own));
	struct store store = { 0 };
	struct err e;
	int code;

	*opened = (struct opened){ 0 };
	code = history_settings(own, &opened->settings);
	if (!code && (store_open(&store, history_folder(own), DATABASE_READ, &e) ||
			     decisions_read(&opened->decisions, path, &e) ||
			     analyse(opened, &store, own->machine, &e)))
		code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code && !opened->count)
		code = message_error(EXIT_USAGE, "%s: has no nights yet", history_folder(own));
	store_close(&store);
	free(path);
	return code;
}

static int date_option(const char *name, const char *text, int64_t *value)
{
	*value = text ? iso_time(text) : -1;
	if (text && *value < 0)
		return message_error(EXIT_USAGE, "--%s %s: is no date YYYY-MM-DD", name, text);
	return 0;
}

static struct layout_size size_of(const struct history_args *own)
{
	return (struct layout_size){ (size_t)terminal_width(stdout, 100),
		terminal_color(own->shared.color, stdout) };
}

int history_morning(const struct history_args *own, char **args, int count)
{
	struct morning_options options = { .size = size_of(own), .all = own->all };
	struct opened opened;
	size_t calls = 0, undecided = 0;
	int code = open_history(&opened, own);

	(void)args;
	(void)count;
	if (!code)
		code = date_option("since", own->since, &options.since);
	for (size_t i = 0; !code && i < opened.count; i++) {
		struct screen screen = screen_of(&opened, i);

		if (i)
			putchar('\n');
		calls += morning_print(&screen, &options, stdout);
		undecided += morning_undecided(&screen);
	}
	release(&opened);
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

int history_show(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	struct opened opened;
	int code = open_history(&opened, own);
	size_t shown = 0;

	for (int k = 0; !code && k < count; k++) {
		size_t before = shown;

		for (size_t i = 0; i < opened.count; i++) {
			struct screen screen = screen_of(&opened, i);

			shown += show_matching(&screen, args[k], &size, shown);
		}
		if (shown == before)
			code = message_error(EXIT_USAGE, "%s: has no benchmark '%s'",
				history_folder(own), args[k]);
	}
	release(&opened);
	return code;
}

int history_health(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	struct opened opened;
	int code = open_history(&opened, own);

	(void)args;
	(void)count;
	for (size_t i = 0; !code && i < opened.count; i++) {
		struct screen screen = screen_of(&opened, i);

		if (i)
			putchar('\n');
		health_print(&screen, own->all ? 0 : HEALTH_ROWS, &size, stdout);
	}
	release(&opened);
	return code;
}

int history_report(const struct history_args *own, char **args, int count)
{
	struct opened opened = { 0 };
	struct screen *screens;
	int code;

	(void)args;
	(void)count;
	if (!own->output)
		return message_error(EXIT_USAGE, "give -o DIR: the folder for the pages");
	code = open_history(&opened, own);
	screens = memory_zeroed(opened.count + 1, sizeof(*screens));
	for (size_t i = 0; i < opened.count; i++)
		screens[i] = screen_of(&opened, i);
	code = code ? code : history_write_pages(screens, opened.count, own->output);
	if (!code && !own->shared.quiet)
		printf("Pages: %s/index.html\n", own->output);
	free(screens);
	release(&opened);
	return code;
}

int history_changes(const struct history_args *own, char **args, int count)
{
	struct layout_size size = size_of(own);
	const char *kind = own->changed;
	struct change_filter filter = { .state = own->state, .least = own->min };
	struct change_list *list;
	struct opened opened;
	int code = open_history(&opened, own);

	(void)args;
	(void)count;
	filter.kind = !kind                      ? NULL
		      : !strcmp(kind, "unknown") ? change_kind_name(CHANGE_UNKNOWN)
		      : !strcmp(kind, "same")    ? change_kind_name(CHANGE_SAME_CODE)
						 : kind;
	if (!code)
		code = date_option("since", own->since, &filter.since);
	if (!code) {
		list = change_list_new(own->shared.format, &filter);
		for (size_t i = 0; i < opened.count; i++) {
			struct screen screen = screen_of(&opened, i);

			change_list_add(list, &screen);
		}
		change_list_end(list, &size, stdout);
	}
	release(&opened);
	return code;
}

/* The only event of that name; prints why not. */
static const struct event *find_event(
	const struct opened *opened, const char *name, size_t *class)
{
	const struct event *event = NULL;

	for (size_t i = 0; i < opened->count; i++) {
		const struct event *one = events_find(&opened->classes[i].events, name);

		if (one && event) {
			message_error(EXIT_USAGE,
				"%s: several machines have an event of this name; give "
				"--machine",
				name);
			return NULL;
		}
		if (one) {
			event = one;
			*class = i;
		}
	}
	if (!event)
		message_error(EXIT_USAGE,
			"there is no event '%s'; `bdriver history --all` lists them", name);
	return event;
}

static char *user_name(void)
{
	const struct passwd *entry = getpwuid(getuid());

	return memory_text(entry && entry->pw_name ? entry->pw_name : "unknown");
}

static void fill(struct decision *decision, const struct analysis *a, const struct event *event)
{
	decision->event = memory_text(event->name);
	decision->class = memory_text(a->lines.class);
	decision->who = user_name();
	decision->when = time(NULL);
	decision->first = a->lines.nights[event->low].started;
	decision->last = a->lines.nights[event->high].started;
	for (size_t i = 0; i < event->count; i++) {
		const struct line *line =
			&a->lines.lines[a->changes.list[event->changes[i]].line];

		string_list_addf(&decision->benchmarks, "%s/%s", line->suite, line->benchmark);
	}
}

/* Appends to the file first: it is the truth. */
static int write_decision(const struct history_args *own, const struct decision *decision)
{
	char *path = store_decisions_path(history_folder(own));
	struct change_settings settings;
	struct store store = { 0 };
	struct err e;
	int code = history_settings(own, &settings);

	if (!code && (decisions_append(path, decision, &e) ||
			     store_open(&store, history_folder(own), DATABASE_WRITE, &e) ||
			     store_derive(&store, &settings, &e)))
		code = message_error(EXIT_WRITE, "%s", e.text);
	if (!code && !own->shared.quiet)
		printf("%s: %s, in %s\n", decision->event, decision_word(decision->kind), path);
	store_close(&store);
	free(path);
	return code;
}

static int decide(const struct history_args *own, const char *name, enum decision_kind kind)
{
	struct decisions one = { .list = memory_zeroed(1, sizeof(struct decision)),
		.count = 1 };
	struct decision *decision = one.list;
	const struct event *event = NULL;
	struct opened opened = { 0 };
	size_t class = 0;
	int code = EXIT_FINE;

	decision->kind = kind;
	decision->up_to = own->up_to;
	if (!own->message)
		code = message_error(EXIT_USAGE,
			"a decision needs its reason: bdriver history %s %s -m WHY",
			decision_word(kind), name);
	if (!code)
		code = date_option("until", own->until, &decision->until);
	if (!code)
		code = open_history(&opened, own);
	if (!code && !(event = find_event(&opened, name, &class)))
		code = EXIT_USAGE;
	if (!code) {
		fill(decision, &opened.classes[class], event);
		decision->reason = memory_text(own->message);
		decision->link = own->link ? memory_text(own->link) : NULL;
		code = write_decision(own, decision);
	}
	release(&opened);
	decisions_release(&one);
	return code;
}

int history_accept(const struct history_args *own, char **args, int count)
{
	(void)count;
	return decide(own, args[0], DECISION_ACCEPT);
}

int history_noise(const struct history_args *own, char **args, int count)
{
	(void)count;
	return decide(own, args[0], DECISION_NOISE);
}

int history_machine(const struct history_args *own, char **args, int count)
{
	(void)count;
	return decide(own, args[0], DECISION_MACHINE);
}

int history_fixed(const struct history_args *own, char **args, int count)
{
	(void)count;
	return decide(own, args[0], DECISION_FIXED);
}

int history_reopen(const struct history_args *own, char **args, int count)
{
	(void)count;
	return decide(own, args[0], DECISION_REOPEN);
}
