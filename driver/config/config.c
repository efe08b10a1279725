/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/units.h"
#include "driver/exec/job.h"

char *config_text(struct config *config, const char *text)
{
	return arena_text(&config->texts, text);
}

struct config_profile *config_add_profile(struct config *config, const char *name)
{
	struct config_profile *profile;

	profile = ARRAY_ADD(config->profiles, config->profile_count, config->profile_capacity);
	run_settings_clear(&profile->settings);
	profile->name = config_text(config, name);
	return profile;
}

void config_init(struct config *config)
{
	struct run_settings *smoke, *nightly;

	*config = (struct config){ .threshold = NAN, .fdr = NAN, .equivalence = NAN };
	run_settings_clear(&config->settings);
	smoke = &config_add_profile(config, "smoke")->settings;
	smoke->rounds = 16;
	smoke->launch_time_ns = 10000000;
	smoke->stage2_rounds = 24;
	smoke->part.changed = true;
	nightly = &config_add_profile(config, "nightly")->settings;
	nightly->rounds = 40;
	nightly->launch_time_ns = 20000000;
}

struct config_suite *config_add_suite(
	struct config *config, const char *name, const char *path, unsigned line)
{
	struct config_suite *suite;

	suite = arena_alloc(&config->texts, sizeof(*suite));
	*ARRAY_ADD(config->suites, config->suite_count, config->suite_capacity) = suite;
	*suite = (struct config_suite){ .name = config_text(config, name),
		.path = path ? config_text(config, path) : NULL,
		.timeout_ns = -1,
		.retries = -1,
		.all_cpus = -1,
		.line = line };
	suite->written_path = suite->path;
	return suite;
}

void config_add_command(struct config *config, const char *name, const char *line, bool shell)
{
	struct config_suite *suite = config_add_suite(config, name, NULL, 0);

	suite->command = config_text(config, line);
	suite->shell = shell;
	suite->given = true;
}

int config_add_commands(struct config *config, const struct string_list *texts, struct err *e)
{
	for (size_t i = 0; i < texts->count; i++) {
		const char *text = texts->items[i], *colon = strstr(text, ": ");
		size_t length = colon ? (size_t)(colon - text) : strcspn(text, " \t");
		AUTO_FREE char *name = memory_format("%.*s", (int)length, text);
		const char *base = colon ? name : path_name(name);

		if (!*base || strpbrk(base, " \t/'\""))
			return bd_err(e, "--command %s: give it as 'NAME: PROGRAM ARGUMENT...'",
				text);
		config_add_command(config, base,
			colon ? colon + 2 + strspn(colon + 2, " \t") : text, false);
	}
	return 0;
}

bool config_has_commands(const struct config *config)
{
	for (size_t i = 0; i < config->suite_count; i++)
		if (config->suites[i]->command)
			return true;
	return false;
}

bool config_times_starts(const struct config *config)
{
	for (size_t i = 0; i < config->suite_count; i++)
		if (config->suites[i]->command && !config->suites[i]->printed.value.text)
			return true;
	return false;
}

int config_add_threshold(struct config *config, const char *of, const char *text, struct err *e)
{
	struct threshold_list *list =
		metric_is_counted(of) ? &config->metric_thresholds : &config->thresholds;
	double fraction;

	if (percent_parse(text, &fraction, e))
		return -1;
	*ARRAY_ADD(list->items, list->count, list->capacity) =
		(struct threshold_of){ config_text(config, of), fraction };
	return 0;
}

void config_release(struct config *config)
{
	for (size_t i = 0; i < config->suite_count; i++) {
		struct config_suite *suite = config->suites[i];
		struct string_list *lists[] = { &suite->exits, &suite->parameters, &suite->args,
			&suite->env, &suite->inputs, &suite->tags };

		for (size_t k = 0; k < ARRAY_SIZE(lists); k++)
			string_list_release(lists[k]);
	}
	free(config->suites);
	free(config->profiles);
	free(config->thresholds.items);
	free(config->metric_thresholds.items);
	string_list_release(&config->better);
	settings_release(&config->doctor);
	free(config->hash);
	arena_release(&config->texts);
	*config = (struct config){ 0 };
}

void config_set_asking(struct config *config, const struct shared_options *options)
{
	config->adapter = options->adapter;
	if (options->list_timeout_ns > 0)
		config->settings.shared.list_timeout_ns = options->list_timeout_ns;
}

struct config_profile *config_profile(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->profile_count; i++)
		if (strcmp(config->profiles[i].name, name) == 0)
			return &config->profiles[i];
	return NULL;
}

struct job_limits config_suite_limits(const struct config_suite *suite)
{
	return (struct job_limits){
		.memory_kib = (uint64_t)suite->limits.memory_kib,
		.files = (uint64_t)suite->limits.files,
		.cpu_seconds = (uint64_t)(suite->limits.cpu_ns + 999999999) / 1000000000,
		.file_kib = (uint64_t)suite->limits.output_kib,
	};
}
