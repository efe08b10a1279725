/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/print/json.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"
#include "driver/config/config.h"
#include "driver/suite/suite.h"

struct list_options {
	struct shared_options shared;
};

static int print_json(const struct suites *suites)
{
	json_t *root = json_object(), *list = json_array();

	json_object_set_new(root, "schema", json_string("bdriver-list-1"));
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];
		json_t *benchmarks = json_array();

		for (size_t k = 0; k < suite->benchmark_count; k++) {
			const struct suite_benchmark *b = &suite->benchmarks[k];
			json_t *tags = json_array();

			if (!b->selected)
				continue;
			for (size_t t = 0; t < b->tags.count; t++)
				json_array_append_new(tags, json_string(b->tags.items[t]));
			json_array_append_new(benchmarks,
				json_pack("{s:s, s:o, s:s, s:i}", "name", b->name, "tags", tags,
					"file", b->file, "line", (int)b->line));
		}
		if (json_array_size(benchmarks))
			json_array_append_new(list,
				json_pack("{s:o, s:o, s:o}", "name", json_text(suite->name),
					"path", json_text(suite->path), "benchmarks",
					benchmarks));
		else
			json_decref(benchmarks);
	}
	json_object_set_new(root, "suites", list);
	json_dumpf(root, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(root);
	return EXIT_FINE;
}

static size_t selected_count(const struct suite *suite)
{
	size_t n = 0;

	for (size_t k = 0; k < suite->benchmark_count; k++)
		n += suite->benchmarks[k].selected;
	return n;
}

static void print_benchmark(const struct suite_benchmark *b, int width)
{
	char *name = terminal_clean(b->name);

	if (!b->tags.count)
		printf("  %s", name);
	else
		printf("  %-*s ", width, name);
	for (size_t t = 0; t < b->tags.count; t++) {
		char *tag = terminal_clean(b->tags.items[t]);

		printf("%s%s", t ? "," : " ", tag);
		free(tag);
	}
	putchar('\n');
	free(name);
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

static int print_text(const struct suites *suites, const struct shared_options *shared)
{
	bool color = terminal_color(shared->color, stdout);
	int width = name_width(suites);
	size_t count = 0, suite_count = 0;

	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];
		size_t n = selected_count(suite);
		char *name, *path;

		if (!n)
			continue;
		count += n;
		suite_count++;
		name = terminal_clean(suite->name);
		path = terminal_clean(suite->path);
		if (!shared->quiet)
			printf("%s%s%s  %s (%zu)\n", color ? "\033[1m" : "", name,
				color ? "\033[0m" : "", path, n);
		free(name);
		free(path);
		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (suite->benchmarks[k].selected)
				print_benchmark(&suite->benchmarks[k], width);
	}
	if (!shared->quiet)
		printf("%zu benchmark%s in %zu suite%s\n", count, count == 1 ? "" : "s",
			suite_count, suite_count == 1 ? "" : "s");
	return EXIT_FINE;
}

static int list_run(void *given, char **args, int count)
{
	struct list_options *options = given;
	struct suites suites = { 0 };
	struct config config;
	struct err e;
	int code;

	if (config_read(&config, options->shared.config, &e) ||
		suites_find(&suites, &config, &options->shared.suites, NULL, &e) ||
		suites_select(&suites, &options->shared, args, count, &e) < 0)
		code = message_error(EXIT_USAGE, "%s", e.text);
	else if (strcmp(options->shared.format, "json") == 0)
		code = print_json(&suites);
	else
		code = print_text(&suites, &options->shared);
	suites_release(&suites);
	config_release(&config);
	return code;
}

const struct command command_list = {
	.summary = "list suites and their benchmarks",
	.arguments = "[BENCH...]",
	.min_arguments = 0,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "list",
			.shared = SHARED_CONFIG | SHARED_SELECT,
			.formats = "text|json",
			.size = sizeof(struct list_options),
		},
	.run = list_run,
};
