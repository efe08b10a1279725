/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/regex.h"
#include "compare/base/string_list.h"
#include "compare/log/metric.h"
#include "doctor/checks.h"
#include "driver/base/command_line.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/base/where.h"
#include "driver/config/config.h"

/* Attempts are counted in 16 bits. */
#define RETRIES_MAX 1000

/* The scheduler counts in ms. */
#define TIMEOUT_LEAST_NS 1000000

struct config_key {
	unsigned in; /* bits of sections */
	/* One that ends with '.' takes any further text: "threshold.GLOB"; "" takes all. */
	const char *name;
	const char *shows; /* form of the value: "DURATION" */
	int (*store)(void *member, const struct config_value *value, struct err *e);
	size_t offset; /* in struct config, config_suite or config_profile */
	/* Of store_option(): */
	enum option_kind kind;
	int64_t least, most; /* of a count or duration; most 0: any */
};

static int store_option(void *member, const struct config_value *v, struct err *e)
{
	return option_store(v->key->kind, v->key->least, v->key->most, v->text, member, e);
}

static int store_yes_no(void *member, const struct config_value *v, struct err *e)
{
	int truth;

	if (truth_parse(v->text, &truth, e))
		return -1;
	*(int64_t *)member = truth;
	return 0;
}

static int store_flag(void *member, const struct config_value *v, struct err *e)
{
	int64_t truth = 0;
	int rc = store_yes_no(&truth, v, e);

	*(bool *)member = truth;
	return rc;
}

static int store_size(void *member, const struct config_value *v, struct err *e)
{
	return size_parse(v->text, member, e);
}

static int store_text(void *member, const struct config_value *v, struct err *e)
{
	(void)e;
	*(const char **)member = config_text(v->config, v->text);
	return 0;
}

/* Joined with the folder of the file. */
static int store_path(void *member, const struct config_value *v, struct err *e)
{
	AUTO_FREE char *joined = memory_format("%s/%s", v->folder, v->text);
	struct config_value path = *v;

	if (*v->text != '/' && *v->folder)
		path.text = joined;
	return store_text(member, &path, e);
}

static int store_suite_path(void *member, const struct config_value *v, struct err *e)
{
	struct config_suite *suite = member;

	return store_path(&suite->path, v, e) || store_text(&suite->written_path, v, e);
}

static int store_words(void *member, const struct config_value *v, struct err *e)
{
	return words_split(member, v->text, e);
}

static int store_list(void *member, const struct config_value *v, struct err *e)
{
	(void)e;
	string_list_split(member, v->text, ", \t");
	return 0;
}

/* "NAME=VALUE" of each value; the key is "param.NAME". */
static int store_parameter(void *member, const struct config_value *v, struct err *e)
{
	AUTO(string_list_release) struct string_list values = { 0 };
	int result = words_split(&values, v->text, e);

	for (size_t i = 0; !result && i < values.count; i++)
		string_list_addf(member, "%s=%s", v->rest, values.items[i]);
	return result;
}

static int store_env(void *member, const struct config_value *v, struct err *e)
{
	struct string_list *env = member;

	if (words_split(env, v->text, e))
		return -1;
	for (size_t i = 0; i < env->count; i++) {
		const char *equals = strchr(env->items[i], '=');

		if (!equals || equals == env->items[i])
			return bd_err(e, "'%s' is not of the form NAME=VALUE", env->items[i]);
	}
	return 0;
}

static int store_waivers(void *member, const struct config_value *v, struct err *e)
{
	AUTO(string_list_release) struct string_list waivers = { 0 };
	int result = 0;

	string_list_split(&waivers, v->text, ", \t");
	for (size_t i = 0; i < waivers.count && result == 0; i++)
		result = settings_waive(member, waivers.items[i], v->origin, e);
	return result;
}

/* The settings of the doctor own it. */
static int store_regex(void *member, const struct config_value *v, struct err *e)
{
	struct regex *regex = regex_new(v->text, e);

	if (!regex)
		return -1;
	regex_free(regex);
	*(char **)member = memory_text(v->text);
	return 0;
}

static int store_where(void *member, const struct config_value *v, struct err *e)
{
	struct config_where *where = member;
	AUTO_FREE char *example = where_fill(v->text, "name");

	if (where_check(example, e))
		return -1;
	where->origin = config_text(v->config, v->origin);
	return store_text(&where->text, v, e);
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

static int store_unit(void *member, const struct config_value *v, struct err *e)
{
	struct config_where *where = member;

	where->origin = config_text(v->config, v->origin);
	if (is_unit(v->text))
		return store_text(&where->text, v, e);
	if (!store_where(member, v, e))
		return 0;
	return strchr(v->text, '(')
		       ? -1
		       : bd_err(e,
				 "'%.100s' is no unit; known are " WHERE_UNITS
				 ", or give a JSON pointer or a regular expression with a "
				 "group",
				 v->text);
}

static int store_number(const char *text, double *value, struct err *e)
{
	return number_parse(text, strlen(text), value) && *value >= 0
		       ? 0
		       : bd_err(e, "'%s' is not a number of at least 0", text);
}

/* CHECK or CHECK.NAME, as the check declares it. */
static int store_limit(void *member, const struct config_value *v, struct err *e)
{
	static const enum option_kind kinds[] = { [LIMIT_COUNT] = OPTION_COUNT,
		[LIMIT_DURATION] = OPTION_DURATION,
		[LIMIT_PERCENT] = OPTION_PERCENT,
		[LIMIT_SHARE] = OPTION_SHARE };
	const struct limit *limit = settings_find_limit(v->rest, e);
	bool whole;
	int64_t number = 0;
	double value = 0;

	if (!limit)
		return -1;
	whole = limit->kind == LIMIT_COUNT || limit->kind == LIMIT_DURATION;
	if (limit->kind == LIMIT_NUMBER ? store_number(v->text, &value, e)
					: option_store(kinds[limit->kind], 0, 0, v->text,
						  whole ? (void *)&number : &value, e))
		return -1;
	return settings_set(member, v->rest, whole ? (double)number : value, e);
}

static int store_threshold(void *member, const struct config_value *v, struct err *e)
{
	return config_add_threshold(member, v->rest, v->text, e);
}

static int store_better(void *member, const struct config_value *v, struct err *e)
{
	if (strncmp(v->rest, COUNTER_KEY, strlen(COUNTER_KEY)) != 0)
		return bd_err(e, "'%s' is no counter; give " COUNTER_KEY "NAME", v->rest);
	if (strcmp(v->text, "less") != 0 && strcmp(v->text, "more") != 0)
		return bd_err(e, "'%s' is neither less nor more", v->text);
	string_list_add(member, v->rest);
	string_list_add(member, v->text);
	return 0;
}

static void *open_suite(struct config *config, const char *name, unsigned line)
{
	return config_add_suite(config, name, NULL, line);
}

static void *open_profile(struct config *config, const char *name, unsigned line)
{
	struct config_profile *profile = config_profile(config, name);

	(void)line;
	return profile ? profile : config_add_profile(config, name);
}

enum { DRIVER = 1, SUITE = 2, COMMAND = 4, PROFILE = 8, DOCTOR = 16, COMPARE = 32 };
#define LAUNCHED     (SUITE | COMMAND)

#define MEMBER(name) offsetof(struct config, name)
#define OF(name)     offsetof(struct config_suite, name)

const struct config_section config_sections[] = {
	{ "driver", DRIVER, SOURCE_DRIVER, MEMBER(settings), NULL },
	{ "suite", SUITE, 0, 0, open_suite },
	{ "command", COMMAND, 0, 0, open_suite },
	{ "profile", PROFILE, SOURCE_PROFILE, offsetof(struct config_profile, settings),
		open_profile },
	{ "doctor", DOCTOR, 0, 0, NULL },
	{ "compare", COMPARE, 0, 0, NULL },
	{ 0 },
};

#define KEY(...)                     \
	{                            \
		__VA_ARGS__, 0, 0, 0 \
	}
#define NUMBER(in, name, shows, offset, ...)                       \
	{                                                          \
		in, name, shows, store_option, offset, __VA_ARGS__ \
	}
static const struct config_key keys[] = {
	KEY(DRIVER, "output", "FOLDER", store_path, MEMBER(output)),
	KEY(SUITE, "path", "PATH", store_suite_path, 0),
	KEY(SUITE, "adapter", "NAME", store_text, OF(adapter)),
	KEY(SUITE, "args", "WORD...", store_words, OF(args)),
	KEY(SUITE, "inputs", "GLOB...", store_words, OF(inputs)),
	NUMBER(SUITE, "group", "no|N", OF(group), OPTION_GROUP, 0, 0),
	KEY(SUITE, "memory", "SIZE", store_size, OF(limits.memory_kib)),
	NUMBER(SUITE, "cpu", "DURATION", OF(limits.cpu_ns), OPTION_DURATION, 1, 0),
	NUMBER(SUITE, "files", "N", OF(limits.files), OPTION_COUNT, 4, 0),
	KEY(SUITE, "output", "SIZE", store_size, OF(limits.output_kib)),
	KEY(COMMAND, "command", "LINE", store_text, OF(command)),
	KEY(COMMAND, "list", "LINE", store_text, OF(list)),
	KEY(COMMAND, "list.name", "WHERE", store_where, OF(listed)),
	KEY(COMMAND, "value", "WHERE", store_where, OF(printed.value)),
	KEY(COMMAND, "unit", "UNIT|WHERE", store_unit, OF(printed.unit)),
	KEY(COMMAND, "shell", "yes|no", store_yes_no, OF(shell)),
	KEY(COMMAND, "setup", "LINE", store_text, OF(hooks.setup)),
	KEY(COMMAND, "prepare", "LINE", store_text, OF(hooks.prepare)),
	KEY(COMMAND, "cleanup", "LINE", store_text, OF(hooks.cleanup)),
	KEY(COMMAND, "directory", "FOLDER", store_path, OF(directory)),
	KEY(COMMAND, "exit", "CODE...|any", store_list, OF(exits)),
	KEY(COMMAND, "param.", "VALUE...", store_parameter, OF(parameters)),
	KEY(LAUNCHED, "env", "NAME=VALUE...", store_env, OF(env)),
	KEY(LAUNCHED, "tags", "LIST", store_list, OF(tags)),
	NUMBER(LAUNCHED, "timeout", "DURATION", OF(timeout_ns), OPTION_DURATION,
		TIMEOUT_LEAST_NS, 0),
	KEY(LAUNCHED, "serial", "yes|no", store_yes_no, OF(serial)),
	KEY(LAUNCHED, "all_cpus", "yes|no", store_yes_no, OF(all_cpus)),
	NUMBER(LAUNCHED, "retries", "N", OF(retries), OPTION_COUNT, 0, RETRIES_MAX),
	KEY(DOCTOR, "ignore", "CHECK:BENCH...", store_waivers, MEMBER(doctor)),
	KEY(DOCTOR, "ignore.", "CHECK:BENCH...", store_waivers, MEMBER(doctor)),
	KEY(DOCTOR, "name-form", "REGEX", store_regex, MEMBER(doctor.name_form)),
	KEY(DOCTOR, "", "LIMIT", store_limit, MEMBER(doctor)),
	NUMBER(COMPARE, "threshold", "PERCENT", MEMBER(threshold), OPTION_PERCENT, 0, 0),
	KEY(COMPARE, "threshold.", "PERCENT", store_threshold, 0),
	KEY(COMPARE, "better.", "less|more", store_better, MEMBER(better)),
	NUMBER(COMPARE, "fdr", "PERCENT", MEMBER(fdr), OPTION_SHARE, 0, 0),
	NUMBER(COMPARE, "equivalence", "PERCENT", MEMBER(equivalence), OPTION_PERCENT, 0, 0),
};

/* "launch-time" -> "launch_time", of a row that is a key here; else NULL. */
static char *name_of(const struct option_row *row, const struct config_section *section)
{
	char *name = row->sources & section->source ? memory_text(row->def.name) : NULL;

	for (char *p = name; p && (p = strchr(p, '-'));)
		*p = '_';
	return name;
}

static bool takes_any_end(const struct config_key *key)
{
	size_t n = strlen(key->name);

	return n == 0 || key->name[n - 1] == '.';
}

static int unknown_key(const struct config_section *section, const char *name, struct err *e)
{
	AUTO(string_list_release) struct string_list known = { 0 };
	AUTO_FREE char *all = NULL;
	const char *near;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].in & section->bit)
			string_list_addf(&known, "%s%s", keys[i].name,
				takes_any_end(&keys[i]) ? "NAME" : "");
	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *key = name_of(row, section);

		if (key)
			string_list_add_once(&known, key);
	}
	all = string_list_join(&known, ", ");
	near = string_list_nearest(&known, name);
	return bd_err(e, "unknown key '%s' in [%s]%s%s", name, section->name,
		near ? suggestion_of(near).text : "; known are: ", near ? "" : all);
}

/* False: there is no such key. */
static bool find(
	const struct config_section *section, const char *name, struct config_key *found)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		size_t n = strlen(keys[i].name);

		*found = keys[i];
		if (found->in & section->bit &&
			(takes_any_end(found) ? !strncmp(name, found->name, n) && name[n]
					      : !strcmp(name, found->name)))
			return true;
	}
	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *its = name_of(row, section);
		bool flag = row->def.kind == OPTION_FLAG;

		if (!its || strcmp(its, name) != 0)
			continue;
		*found = (struct config_key){ section->bit, row->def.name,
			flag ? "yes|no" : row->def.argument, flag ? store_flag : store_option,
			section->settings + row->def.offset, row->def.kind, row->def.least,
			row->most };
		return true;
	}
	return false;
}

int config_store(const struct config_section *section, const char *name, void *target,
	struct config_value *value, struct err *e)
{
	struct config_key key;
	struct err why;

	if (!find(section, name, &key))
		return unknown_key(section, name, e);
	value->key = &key;
	value->rest = name + strlen(key.name);
	if (!*value->text && key.store != store_words && key.store != store_list &&
		key.store != store_env)
		bd_err(&why, "has no value; expected %s", key.shows);
	else if (!key.store((char *)target + key.offset, value, &why))
		return 0;
	return bd_err(e, "%s: %s", name, why.text);
}
