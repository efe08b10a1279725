/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/keys.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"
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
	{ "memory", "SIZE", VALUE_SIZE, SUITE(memory_kib), 0, 0 },
	{ "cpu", "DURATION", OPTION_DURATION, SUITE(cpu_ns), 1, 0 },
	{ "files", "N", OPTION_COUNT, SUITE(files), 4, 0 },
	{ "output", "SIZE", VALUE_SIZE, SUITE(output_kib), 0, 0 },
	{ "all_cpus", "yes|no", VALUE_YES_NO, SUITE(all_cpus), 0, 0 },
	{ 0 },
};

static const struct config_key command_keys[] = {
	{ "command", "LINE", VALUE_TEXT, SUITE(command), 0, 0 },
	{ "list", "LINE", VALUE_TEXT, SUITE(list), 0, 0 },
	{ "list.name", "WHERE", VALUE_WHERE, SUITE(listed), 0, 0 },
	{ "value", "WHERE", VALUE_WHERE, SUITE(value), 0, 0 },
	{ "unit", "UNIT|WHERE", VALUE_UNIT, SUITE(unit), 0, 0 },
	{ "shell", "yes|no", VALUE_YES_NO, SUITE(shell), 0, 0 },
	{ "setup", "LINE", VALUE_TEXT, SUITE(setup), 0, 0 },
	{ "prepare", "LINE", VALUE_TEXT, SUITE(prepare), 0, 0 },
	{ "cleanup", "LINE", VALUE_TEXT, SUITE(cleanup), 0, 0 },
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
