/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/keys.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/base/string_list.h"
#include "compare/log/metric.h"
#include "doctor/settings_read.h"
#include "driver/base/command_line.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/base/where.h"
#include "driver/config/config.h"
#include "driver/exec/job.h"

/* Attempts are counted in 16 bits. */
#define RETRIES_MAX 1000

/* The scheduler counts in ms. */
#define TIMEOUT_LEAST_NS 1000000

#define DRIVER(member)   offsetof(struct config, member)
#define SUITE(member)    offsetof(struct config_suite, member)

static const struct config_key driver_keys[] = {
	{ "output", "FOLDER", VALUE_PATH, DRIVER(output), 0, 0 },
	{ 0 },
};

static const struct config_key suite_keys[] = {
	{ "path", "PATH", VALUE_SUITE, SUITE(path), 0, 0 },
	{ "adapter", "NAME", VALUE_TEXT, SUITE(adapter), 0, 0 },
	{ "args", "WORD...", VALUE_WORDS, SUITE(args), 0, 0 },
	{ "env", "NAME=VALUE...", VALUE_ENV, SUITE(env), 0, 0 },
	{ "inputs", "GLOB...", VALUE_WORDS, SUITE(inputs), 0, 0 },
	{ "tags", "LIST", VALUE_LIST, SUITE(tags), 0, 0 },
	{ "timeout", "DURATION", OPTION_DURATION, SUITE(timeout_ns), TIMEOUT_LEAST_NS, 0 },
	{ "serial", "yes|no", VALUE_YES_NO, SUITE(serial), 0, 0 },
	{ "retries", "N", OPTION_COUNT, SUITE(retries), 0, RETRIES_MAX },
	{ "group", "no|N", OPTION_GROUP, SUITE(group), 0, 0 },
	{ "memory", "SIZE", VALUE_SIZE, SUITE(limits.memory_kib), 0, 0 },
	{ "cpu", "DURATION", OPTION_DURATION, SUITE(limits.cpu_ns), 1, 0 },
	{ "files", "N", OPTION_COUNT, SUITE(limits.files), 4, 0 },
	{ "output", "SIZE", VALUE_SIZE, SUITE(limits.output_kib), 0, 0 },
	{ "all_cpus", "yes|no", VALUE_YES_NO, SUITE(all_cpus), 0, 0 },
	{ 0 },
};

static const struct config_key command_keys[] = {
	{ "command", "LINE", VALUE_TEXT, SUITE(command), 0, 0 },
	{ "list", "LINE", VALUE_TEXT, SUITE(list), 0, 0 },
	{ "list.name", "WHERE", VALUE_WHERE, SUITE(listed), 0, 0 },
	{ "value", "WHERE", VALUE_WHERE, SUITE(printed.value), 0, 0 },
	{ "unit", "UNIT|WHERE", VALUE_UNIT, SUITE(printed.unit), 0, 0 },
	{ "shell", "yes|no", VALUE_YES_NO, SUITE(shell), 0, 0 },
	{ "setup", "LINE", VALUE_TEXT, SUITE(hooks.setup), 0, 0 },
	{ "prepare", "LINE", VALUE_TEXT, SUITE(hooks.prepare), 0, 0 },
	{ "cleanup", "LINE", VALUE_TEXT, SUITE(hooks.cleanup), 0, 0 },
	{ "directory", "FOLDER", VALUE_PATH, SUITE(directory), 0, 0 },
	{ "exit", "CODE...|any", VALUE_LIST, SUITE(exits), 0, 0 },
	{ "param.", "VALUE...", VALUE_PARAMETER, SUITE(parameters), 0, 0 },
	{ "env", "NAME=VALUE...", VALUE_ENV, SUITE(env), 0, 0 },
	{ "tags", "LIST", VALUE_LIST, SUITE(tags), 0, 0 },
	{ "timeout", "DURATION", OPTION_DURATION, SUITE(timeout_ns), TIMEOUT_LEAST_NS, 0 },
	{ "serial", "yes|no", VALUE_YES_NO, SUITE(serial), 0, 0 },
	{ "all_cpus", "yes|no", VALUE_YES_NO, SUITE(all_cpus), 0, 0 },
	{ "retries", "N", OPTION_COUNT, SUITE(retries), 0, RETRIES_MAX },
	{ 0 },
};

/* The limits are those that the checks declare. */
static const struct config_key doctor_keys[] = {
	{ "ignore", "CHECK:BENCH...", VALUE_WAIVER, 0, 0, 0 },
	{ "ignore.", "CHECK:BENCH...", VALUE_WAIVER, 0, 0, 0 },
	{ "name-form", "REGEX", VALUE_REGEX, DRIVER(doctor.name_form), 0, 0 },
	{ "", "LIMIT", VALUE_LIMIT, 0, 0, 0 },
	{ 0 },
};

static const struct config_key compare_keys[] = {
	{ "threshold", "PERCENT", OPTION_PERCENT, DRIVER(threshold), 0, 0 },
	{ "threshold.", "PERCENT", VALUE_THRESHOLD, 0, 0, 0 },
	{ "better.", "less|more", VALUE_BETTER, 0, 0, 0 },
	{ "fdr", "PERCENT", OPTION_SHARE, DRIVER(fdr), 0, 0 },
	{ "equivalence", "PERCENT", OPTION_PERCENT, DRIVER(equivalence), 0, 0 },
	{ 0 },
};

static const struct config_key no_keys[] = { { 0 } };

const struct config_section config_sections[] = {
	{ "driver", false, driver_keys, SOURCE_DRIVER, DRIVER(settings) },
	{ "suite", true, suite_keys, 0, 0 },
	{ "command", true, command_keys, 0, 0 },
	{ "profile", true, no_keys, SOURCE_PROFILE, offsetof(struct config_profile, settings) },
	{ "doctor", false, doctor_keys, 0, 0 },
	{ "compare", false, compare_keys, 0, 0 },
	{ 0 },
};

/* "launch-time" -> "launch_time" */
static char *name_of(const struct option_row *row)
{
	char *name = memory_text(row->def.name);

	for (char *p = name; (p = strchr(p, '-'));)
		*p = '_';
	return name;
}

static bool takes_any_end(const struct config_key *key)
{
	size_t n = strlen(key->name);

	return n == 0 || key->name[n - 1] == '.';
}

static void unknown_key(const struct config_section *section, const char *name, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	const char *near;
	AUTO(string_list_release) struct string_list known = { 0 };
	AUTO_FREE char *all = NULL;

	for (const struct config_key *key = section->keys; key->name; key++) {
		string_list_addf(&known, "%s%s", key->name, takes_any_end(key) ? "NAME" : "");
		if (!takes_any_end(key))
			string_list_add(&names, key->name);
	}
	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *key = row->sources & section->source ? name_of(row) : NULL;

		if (key && !string_list_has(&names, key)) {
			string_list_add(&known, key);
			string_list_add(&names, key);
		}
	}
	all = string_list_join(&known, ", ");
	near = string_list_nearest(&names, name);
	bd_err(e, "unknown key '%s' in [%s]%s%s", name, section->name,
		near ? suggestion_of(near).text : "; known are: ", near ? "" : all);
}

/* The scheduler counts in ms. */
static int64_t least_of(const struct option_row *row)
{
	return row->def.kind != OPTION_DURATION ? row->def.least
	       : row->sources & SOURCE_DRIVER   ? TIMEOUT_LEAST_NS
						: 1;
}

static bool find_row(
	const struct config_section *section, const char *name, struct config_key *key)
{
	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *its = row->sources & section->source ? name_of(row) : NULL;

		if (!its || strcmp(its, name) != 0)
			continue;
		*key = (struct config_key){ row->def.name,
			row->def.kind == OPTION_FLAG ? "yes|no" : row->def.argument,
			row->def.kind, section->settings + row->def.offset, least_of(row),
			row->most };
		return true;
	}
	return false;
}

int config_key_find(const struct config_section *section, const char *name,
	struct config_key *found, struct err *e)
{
	for (const struct config_key *key = section->keys; key->name; key++) {
		size_t n = strlen(key->name);

		if (takes_any_end(key) ? strncmp(name, key->name, n) == 0 && name[n]
				       : strcmp(name, key->name) == 0) {
			*found = *key;
			return 0;
		}
	}
	if (find_row(section, name, found))
		return 0;
	unknown_key(section, name, e);
	return -1;
}

static void replace(char **member, char *text)
{
	free(*member);
	*member = text;
}

static char *join(const char *folder, const char *path)
{
	if (*path == '/' || !*folder)
		return memory_text(path);
	return memory_format("%s/%s", folder, path);
}

static int store_parameter(
	struct string_list *parameters, const char *name, const char *value, struct err *e)
{
	AUTO(string_list_release) struct string_list values = { 0 };
	int result = words_split(&values, value, e);

	for (size_t i = 0; !result && i < values.count; i++)
		string_list_addf(parameters, "%s=%s", name, values.items[i]);
	return result;
}

static int store_env(struct string_list *env, const char *value, struct err *e)
{
	if (words_split(env, value, e))
		return -1;
	for (size_t i = 0; i < env->count; i++) {
		const char *equals = strchr(env->items[i], '=');

		if (!equals || equals == env->items[i])
			return bd_err(e, "'%s' is not of the form NAME=VALUE", env->items[i]);
	}
	return 0;
}

static int store_waivers(struct config *config, const char *value,
	const struct config_place *place, struct err *e)
{
	AUTO(string_list_release) struct string_list waivers = { 0 };
	int result = 0;

	string_list_split(&waivers, value, ", \t");
	for (size_t i = 0; i < waivers.count && result == 0; i++)
		result = settings_waive(&config->doctor, waivers.items[i], place->origin, e);
	return result;
}

static int store_regex(char **member, const char *value, struct err *e)
{
	struct regex *regex = regex_new(value, e);

	if (!regex)
		return -1;
	regex_free(regex);
	replace(member, memory_text(value));
	return 0;
}

/* "ms/{n}": the time of all iterations of a run. */
static bool is_unit(const char *text)
{
	AUTO_FREE char *unit = memory_text(text);
	char *end = strstr(unit, "/{n}");

	if (end && !end[4])
		*end = '\0';
	return !isnan(where_unit_ns(unit));
}

static int store_where(struct config_where *member, bool unit, const char *value,
	const struct config_place *place, struct err *e)
{
	AUTO_FREE char *example = where_fill(value, "name");

	if (!(unit && is_unit(value)) && where_check(example, e))
		return unit && !strchr(value, '(')
			       ? bd_err(e,
					 "'%.100s' is no unit; known are " WHERE_UNITS
					 ", or give a JSON pointer or a regular expression "
					 "with a group",
					 value)
			       : -1;
	replace(&member->text, memory_text(value));
	replace(&member->origin, memory_text(place->origin));
	return 0;
}

static int number_parse(const char *text, double *value, struct err *e)
{
	char *end;

	errno = 0;
	*value = strtod(text, &end);
	if (end == text || *end || errno == ERANGE || !isfinite(*value) || *value < 0)
		return bd_err(e, "'%s' is not a number of at least 0", text);
	return 0;
}

static int store_limit(struct config *config, const char *name, const char *text, struct err *e)
{
	const struct limit *limit = settings_find_limit(name, e);
	int64_t whole = 0;
	double value = 0;
	int result = -1;

	if (!limit)
		return -1;
	switch (limit->kind) {
	case LIMIT_COUNT:
		result = count_parse(text, 0, INT64_MAX, &whole, e);
		value = (double)whole;
		break;
	case LIMIT_DURATION:
		result = duration_parse(text, &whole, e);
		value = (double)whole;
		break;
	case LIMIT_PERCENT:
		result = percent_parse(text, &value, e);
		break;
	case LIMIT_SHARE:
		result = share_parse(text, &value, e);
		break;
	case LIMIT_NUMBER:
		result = number_parse(text, &value, e);
		break;
	}
	return result ? -1 : settings_set(&config->doctor, name, value, e);
}

static int store_yes_no(int64_t *member, const char *value, struct err *e)
{
	int truth;

	if (truth_parse(value, &truth, e))
		return -1;
	*member = truth;
	return 0;
}

static int store_flag(bool *member, const char *value, struct err *e)
{
	int64_t truth = 0;
	int rc = store_yes_no(&truth, value, e);

	*member = truth;
	return rc;
}

static int store_suite_path(struct config_suite *suite, const char *value, const char *folder)
{
	replace(&suite->path, join(folder, value));
	replace(&suite->written_path, memory_text(value));
	return 0;
}

static int store_better(
	struct string_list *list, const char *counter, const char *value, struct err *e)
{
	if (strncmp(counter, COUNTER_KEY, strlen(COUNTER_KEY)) != 0)
		return bd_err(e, "'%s' is no counter; give " COUNTER_KEY "NAME", counter);
	if (strcmp(value, "less") != 0 && strcmp(value, "more") != 0)
		return bd_err(e, "'%s' is neither less nor more", value);
	string_list_add(list, counter);
	string_list_add(list, value);
	return 0;
}

int config_key_store(const struct config_key *key, const char *name, const char *value,
	const struct config_place *place, struct err *e)
{
	struct config *config = place->config;
	void *member = (char *)place->target + key->offset;

	if (!*value && key->kind != VALUE_WORDS && key->kind != VALUE_LIST &&
		key->kind != VALUE_ENV)
		return bd_err(e, "has no value; expected %s", key->shows);
	switch (key->kind) {
	case OPTION_FLAG:
		return store_flag(member, value, e);
	case VALUE_SIZE:
		return size_parse(value, member, e);
	case VALUE_YES_NO:
		return store_yes_no(member, value, e);
	case VALUE_PATH:
		replace(member, join(place->folder, value));
		return 0;
	case VALUE_SUITE:
		return store_suite_path(place->target, value, place->folder);
	case VALUE_TEXT:
		replace(member, memory_text(value));
		return 0;
	case VALUE_REGEX:
		return store_regex(member, value, e);
	case VALUE_WHERE:
	case VALUE_UNIT:
		return store_where(member, key->kind == VALUE_UNIT, value, place, e);
	case VALUE_PARAMETER:
		return store_parameter(member, name + strlen(key->name), value, e);
	case VALUE_WORDS:
		return words_split(member, value, e);
	case VALUE_ENV:
		return store_env(member, value, e);
	case VALUE_LIST:
		string_list_split(member, value, ", \t");
		return 0;
	case VALUE_THRESHOLD:
		return config_add_threshold(config, name + strlen(key->name), value, e);
	case VALUE_BETTER:
		return store_better(&config->better, name + strlen(key->name), value, e);
	case VALUE_WAIVER:
		return store_waivers(config, value, place, e);
	case VALUE_LIMIT:
		return store_limit(config, name, value, e);
	}
	return option_store(key->kind, key->least, key->most, value, member, e);
}
