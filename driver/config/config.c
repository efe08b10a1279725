/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/units.h"
#include "driver/exec/job.h"

struct config_profile *config_add_profile(struct config *config, const char *name)
{
	struct config_profile *profile;

	profile = ARRAY_ADD(config->profiles, config->profile_count, config->profile_capacity);
	run_settings_clear(&profile->settings);
	profile->name = memory_text(name);
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

	suite = memory_zeroed(1, sizeof(*suite));
	*ARRAY_ADD(config->suites, config->suite_count, config->suite_capacity) = suite;
	*suite = (struct config_suite){ .name = memory_text(name),
		.timeout_ns = -1,
		.retries = -1,
		.all_cpus = -1,
		.limits = { -1, -1, -1, -1 },
		.line = line };
	suite->path = path ? memory_text(path) : NULL;
	suite->written_path = path ? memory_text(path) : NULL;
	return suite;
}

static int add_command(struct config *config, const char *text, struct err *e)
{
	const char *colon = strstr(text, ": ");
	size_t length = colon ? (size_t)(colon - text) : strcspn(text, " \t");
	AUTO_FREE char *name = memory_format("%.*s", (int)length, text);
	const char *base = colon ? name : path_name(name);
	struct config_suite *suite;

	if (!*base || strpbrk(base, " \t/'\"")) {
		bd_err(e, "--command %s: give it as 'NAME: PROGRAM ARGUMENT...'", text);
		return -1;
	}
	suite = config_add_suite(config, base, NULL, 0);
	suite->command = memory_text(colon ? colon + 2 + strspn(colon + 2, " \t") : text);
	suite->given = true;
	return 0;
}

int config_add_commands(struct config *config, const struct string_list *texts, struct err *e)
{
	for (size_t i = 0; i < texts->count; i++)
		if (add_command(config, texts->items[i], e))
			return -1;
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

static void suite_free(struct config_suite *suite)
{
	free(suite->name);
	free(suite->path);
	free(suite->adapter);
	free(suite->command);
	free(suite->list);
	free(suite->listed.text);
	free(suite->listed.origin);
	free(suite->printed.value.text);
	free(suite->printed.value.origin);
	free(suite->printed.unit.text);
	free(suite->printed.unit.origin);
	free(suite->hooks.setup);
	free(suite->hooks.prepare);
	free(suite->hooks.cleanup);
	free(suite->directory);
	string_list_release(&suite->exits);
	string_list_release(&suite->parameters);
	free(suite->written_path);
	string_list_release(&suite->args);
	string_list_release(&suite->env);
	string_list_release(&suite->inputs);
	string_list_release(&suite->tags);
	free(suite);
}

int config_add_threshold(struct config *config, const char *of, const char *text, struct err *e)
{
	struct threshold_list *list =
		metric_is_counted(of) ? &config->metric_thresholds : &config->thresholds;
	double fraction;

	if (percent_parse(text, &fraction, e))
		return -1;
	*ARRAY_ADD(list->items, list->count, list->capacity) =
		(struct threshold_of){ memory_text(of), fraction };
	return 0;
}

static void thresholds_release(struct threshold_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free((char *)list->items[i].of);
	free(list->items);
}

void config_release(struct config *config)
{
	for (size_t i = 0; i < config->suite_count; i++)
		suite_free(config->suites[i]);
	for (size_t i = 0; i < config->profile_count; i++)
		free(config->profiles[i].name);
	free(config->suites);
	free(config->profiles);
	thresholds_release(&config->thresholds);
	thresholds_release(&config->metric_thresholds);
	string_list_release(&config->better);
	settings_release(&config->doctor);
	free(config->output);
	free(config->adapter);
	free(config->path);
	free(config->hash);
	*config = (struct config){ 0 };
}

void config_set_asking(struct config *config, const char *adapter, int64_t list_timeout_ns)
{
	free(config->adapter);
	config->adapter = adapter ? memory_text(adapter) : NULL;
	if (list_timeout_ns >= 0)
		config->settings.shared.list_timeout_ns = list_timeout_ns;
}

struct config_profile *config_profile(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->profile_count; i++)
		if (strcmp(config->profiles[i].name, name) == 0)
			return &config->profiles[i];
	return NULL;
}

/* -1, not given, becomes 0: no limit. */
static uint64_t limit_of(int64_t value)
{
	return value > 0 ? (uint64_t)value : 0;
}

struct job_limits config_suite_limits(const struct config_suite *suite)
{
	return (struct job_limits){
		.memory_kib = limit_of(suite->limits.memory_kib),
		.files = limit_of(suite->limits.files),
		.cpu_seconds = (limit_of(suite->limits.cpu_ns) + 999999999) / 1000000000,
		.file_kib = limit_of(suite->limits.output_kib),
	};
}
