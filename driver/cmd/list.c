/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/config/config.h"
#include "driver/request/builds.h"
#include "driver/request/targets.h"
#include "driver/suite/suite.h"

static size_t selected_count(const struct suite *suite)
{
	size_t n = 0;

	for (size_t k = 0; k < suite->benchmark_count; k++)
		n += suite->benchmarks[k].selected;
	return n;
}

/* A name of a file need not be UTF-8: other bytes then stand as \xHH, as in the text. */
static json_t *text_json(const char *text)
{
	AUTO_FREE char *clean = terminal_clean(text);

	return json_string(text) ?: json_string(clean);
}

static json_t *benchmark_json(const struct suite_benchmark *b)
{
	json_t *tags = json_array();

	for (size_t i = 0; i < b->tags.count; i++)
		json_array_append_new(tags, text_json(b->tags.items[i]));
	return json_pack("{s:s, s:o, s:s, s:i}", "name", b->name, "tags", tags, "file", b->file,
		"line", (int)b->line);
}

static json_t *suite_json(const struct suite *suite)
{
	json_t *benchmarks = json_array();

	for (size_t i = 0; i < suite->benchmark_count; i++)
		if (suite->benchmarks[i].selected)
			json_array_append_new(
				benchmarks, benchmark_json(&suite->benchmarks[i]));
	return json_pack("{s:o, s:o, s:o}", "name", text_json(suite->name), "path",
		text_json(suite->path), "benchmarks", benchmarks);
}

static void print_list_json(const struct suites *suites)
{
	json_t *list = json_array();
	json_auto_t *root = NULL;

	for (size_t i = 0; i < suites->count; i++)
		if (selected_count(&suites->items[i]))
			json_array_append_new(list, suite_json(&suites->items[i]));
	root = json_pack("{s:s, s:o}", "schema", "bdriver-list-1", "suites", list);
	json_print(stdout, root, JSON_INDENT(2));
	putchar('\n');
}

static void print_benchmark(const struct suite_benchmark *b, int width)
{
	AUTO_FREE char *name = terminal_clean(b->name);

	if (!b->tags.count)
		printf("  %s", name);
	else
		printf("  %-*s ", width, name);
	for (size_t t = 0; t < b->tags.count; t++) {
		AUTO_FREE char *tag = terminal_clean(b->tags.items[t]);

		printf("%s%s", t ? "," : " ", tag);
	}
	putchar('\n');
}

static int name_width(const struct suites *suites)
{
	size_t widest = 0;

	for (size_t i = 0; i < suites->count; i++) {
		for (size_t k = 0; k < suites->items[i].benchmark_count; k++) {
			const struct suite_benchmark *b = &suites->items[i].benchmarks[k];
			size_t n = strlen(b->name);

			if (b->selected && n > widest && n <= 50)
				widest = n;
		}
	}
	return (int)widest;
}

static void print_suite(
	const struct suite *suite, size_t count, const struct shared_options *shared)
{
	bool color = terminal_color(shared->color, stdout);
	AUTO_FREE char *name = terminal_clean(suite->name), *path = terminal_clean(suite->path);

	if (!shared->quiet)
		printf("%s%s%s  %s (%zu)\n", color ? "\033[1m" : "", name,
			color ? "\033[0m" : "", path, count);
}

static void print_list_text(const struct suites *suites, const struct shared_options *shared)
{
	int width = name_width(suites);
	size_t count = 0, suite_count = 0;

	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];
		size_t n = selected_count(suite);

		count += n;
		suite_count += n > 0;
		if (n)
			print_suite(suite, n, shared);
		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (suite->benchmarks[k].selected)
				print_benchmark(&suite->benchmarks[k], width);
	}
	if (!shared->quiet)
		printf("%zu benchmark%s in %zu suite%s\n", count, PLURAL(count), suite_count,
			PLURAL(suite_count));
}

static int list_run(void *given, char **args, int count)
{
	struct run_settings *asked = given;
	const struct shared_options *shared = &asked->shared;
	AUTO(builds_release) struct builds builds = { 0 };
	AUTO(config_release) struct config config = { 0 };
	const struct suites *suites = &builds.items[0].suites;
	struct err e;
	int code = EXIT_FINE;

	asked->builds.each = true;
	if (targets_read(&config, &builds, asked, args, &count, &e) ||
		builds_find(&builds, &config, shared, args, count, &e) < 0)
		code = message_error(suites->shortage ? EXIT_WRITE : EXIT_USAGE, "%s", e.text);
	else if (strcmp(shared->format, "json") == 0)
		print_list_json(suites);
	else
		print_list_text(suites, shared);
	suites_warn_broken(suites);
	if (code == EXIT_FINE && suites->broken.count)
		code = EXIT_UNMEASURED;
	return code;
}

const struct command command_list = {
	.summary = "list suites and their benchmarks",
	.arguments = TARGETS,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "list",
			.shared = SHARED_CONFIG | SHARED_SELECT,
			.formats = "text|json",
			.size = sizeof(struct run_settings),
		},
	.run = list_run,
};
