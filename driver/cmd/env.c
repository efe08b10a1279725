/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"
#include "driver/machine/advice.h"
#include "driver/machine/watch.h"

#define WATCH_LEAST_NS 1000000000
#define WATCH_MOST_NS  3600000000000
#define ADVICE_INDENT  17

struct env_options {
	struct shared_options shared;
	int64_t watch_ns; /* -1: no watching */
};

/* A property, with advice below it. */
static void print_row(const char *what, const char *value, bool known, const char *advice,
	const struct shared_options *shared)
{
	AUTO_FREE char *clean = terminal_clean(value);
	int width = terminal_width(stdout, 80);

	if (!advice && shared->quiet)
		return;
	printf("%-16s %s%s", what, clean, known ? "  " : "");
	layout_put(stdout, terminal_color(shared->color, stdout),
		advice ? STYLE_WARN : STYLE_GOOD,
		!known   ? ""
		: advice ? "check"
			 : "fine");
	putchar('\n');
	if (advice)
		wrap_print(advice, 0, ADVICE_INDENT, width < 120 ? width : 120, stdout);
}

static void print_env_text(
	const struct machine_advices *findings, const struct shared_options *shared)
{
	int wrong = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct machine_advice *f = &findings->items[i];

		wrong += f->advice != NULL;
		print_row(f->what, f->value, true, f->advice, shared);
	}
	if (!shared->quiet && wrong)
		printf("%d of %zu could disturb a measurement\n", wrong, findings->count);
	else if (!shared->quiet)
		printf("nothing here disturbs a measurement\n");
}

/* "35.0 ms", "0.33 %", "656 /s": three digits that mean something. The caller frees it. */
static char *value_text(const struct watched_info *info, double value)
{
	double ns = strcmp(info->unit, "ns") == 0 ? 1 : strcmp(info->unit, "us") == 0 ? 1e3 : 0;
	char text[FORMAT_SIZE];

	if (isnan(value))
		return memory_text("not visible here");
	if (ns > 0)
		return memory_text(format_time(text, value * ns));
	return memory_format("%.*f %s", value < 10 ? 2 : value < 100, value, info->unit);
}

static int disturbing(const struct watch *watch)
{
	int count = 0;

	for (int i = 0; i < WATCHED_COUNT; i++)
		count += watched_disturbs((enum watched)i, watch->values[i]);
	return count;
}

static void print_watch(const struct watch *watch, const struct shared_options *shared)
{
	int count = disturbing(watch);

	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];
		double value = watch->values[i];
		AUTO_FREE char *text = value_text(info, value);

		print_row(info->name, text, !isnan(value),
			watched_disturbs((enum watched)i, value) ? info->advice : NULL, shared);
	}
	if (count)
		printf("%d of these disturbed launches in %.1f s: measure old and new side by "
		       "side, or later\n",
			count, watch->seconds);
	else if (!shared->quiet)
		printf("nothing disturbed launches in %.1f s\n", watch->seconds);
}

static json_t *watch_json(const struct watch *watch)
{
	json_t *list = json_array();

	for (int i = 0; i < WATCHED_COUNT; i++) {
		const struct watched_info *info = &watched_infos[i];
		bool disturbs = watched_disturbs((enum watched)i, watch->values[i]);

		json_array_append_new(list,
			json_pack("{s:s, s:o, s:s, s:b, s:s?}", "what", info->name, "value",
				json_number(watch->values[i]), "unit", info->unit, "fine",
				!disturbs, "advice", disturbs ? info->advice : NULL));
	}
	return json_pack("{s:f, s:b, s:o}", "seconds", watch->seconds, "fine",
		!disturbing(watch), "measures", list);
}

static void print_env_json(const struct machine_advices *findings, const struct watch *watch)
{
	json_auto_t *root = json_object();
	json_t *list = json_array();

	for (size_t i = 0; i < findings->count; i++) {
		const struct machine_advice *f = &findings->items[i];

		json_array_append_new(list, json_pack("{s:s, s:s%, s:b, s:s?}", "what", f->what,
						    "value", f->value, strlen(f->value), "fine",
						    f->advice == NULL, "advice", f->advice));
	}
	json_object_set_new(root, "schema", json_string("bdriver-env-2"));
	json_object_set_new(root, "findings", list);
	if (watch)
		json_object_set_new(root, "watch", watch_json(watch));
	json_print(stdout, root, JSON_INDENT(2));
	putchar('\n');
}

static int watch_here(struct watch *watch, const struct topology *topology, int64_t duration_ns,
	struct err *e)
{
	return duration_ns < WATCH_LEAST_NS || duration_ns > WATCH_MOST_NS
		       ? bd_err(e, "--watch: watch for a second or longer, an hour at most")
		       : watch_machine(watch, topology, duration_ns, e);
}

static const struct option_def env_own[] = {
	{ "watch", 0, OPTION_DURATION, offsetof(struct env_options, watch_ns), 0, "DURATION",
		"observe the machine for this long (10s is enough); exit code 1: something "
		"disturbs launches" },
	{ 0 },
};

static const struct option_set env_set = {
	.name = "env",
	.formats = "text|json",
	.own = env_own,
	.size = sizeof(struct env_options),
};

static int env_run(void *given, char **args, int count)
{
	const struct env_options *options = given;
	AUTO(machine_advices_release) struct machine_advices findings = { 0 };
	AUTO(topology_release) struct topology topology = { 0 };
	AUTO(machine_release) struct machine machine = { 0 };
	struct watch watch = { 0 };
	bool watched = options->watch_ns >= 0, json = !strcmp(options->shared.format, "json");
	struct err e;
	bool known;

	(void)args;
	(void)count;
	known = topology_read(&topology, &e) == 0;
	if (watched && (!known || watch_here(&watch, &topology, options->watch_ns, &e)))
		return message_error(EXIT_USAGE, "%s", e.text);
	machine_read(&machine, known ? &topology : NULL, "");
	machine_judge(&findings, &machine);
	if (json)
		print_env_json(&findings, watched ? &watch : NULL);
	else
		print_env_text(&findings, &options->shared);
	if (watched && !json)
		print_watch(&watch, &options->shared);
	return watched && disturbing(&watch) ? EXIT_FOUND : EXIT_FINE;
}

const struct command command_env = {
	.summary = "show what disturbs measurements on this machine",
	.arguments = "",
	.details = "Each property is either fine or followed by advice.",
	.options = &env_set,
	.run = env_run,
};
