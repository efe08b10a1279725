/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/keys.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/suggestion.h"
#include "driver/config/config.h"
#include "driver/exec/job.h"

/* Attempts are counted in 16 bits. */
#define RETRIES_MAX 1000

/* The scheduler counts in ms. */
#define TIMEOUT_LEAST_NS 1000000

#define DRIVER(member)   offsetof(struct config, member)
#define SUITE(member)    offsetof(struct config_suite, member)
#define PROFILE(member)  offsetof(struct config_profile, member)

static const struct config_key driver_keys[] = {
	{ "workers", "N", VALUE_COUNT, DRIVER(workers), 1, JOB_WORKERS_MAX },
	{ "timeout", "DURATION", VALUE_DURATION, DRIVER(timeout_ns), TIMEOUT_LEAST_NS, 0 },
	{ "list_timeout", "DURATION", VALUE_DURATION, DRIVER(list_timeout_ns), TIMEOUT_LEAST_NS,
		0 },
	{ "output", "FOLDER", VALUE_PATH, DRIVER(output), 0, 0 },
	{ "seed", "N", VALUE_COUNT, DRIVER(seed), 0, 0 },
	{ 0 },
};

static const struct config_key suite_keys[] = {
	{ "path", "PATH", VALUE_SUITE, SUITE(path), 0, 0 },
	{ "adapter", "NAME", VALUE_TEXT, SUITE(adapter), 0, 0 },
	{ "args", "WORD...", VALUE_WORDS, SUITE(args), 0, 0 },
	{ "env", "NAME=VALUE...", VALUE_ENV, SUITE(env), 0, 0 },
	{ "inputs", "GLOB...", VALUE_WORDS, SUITE(inputs), 0, 0 },
	{ "tags", "LIST", VALUE_LIST, SUITE(tags), 0, 0 },
	{ "timeout", "DURATION", VALUE_DURATION, SUITE(timeout_ns), TIMEOUT_LEAST_NS, 0 },
	{ "serial", "yes|no", VALUE_YES_NO, SUITE(serial), 0, 0 },
	{ "retries", "N", VALUE_COUNT, SUITE(retries), 0, RETRIES_MAX },
	{ "group", GROUP_WORDS, VALUE_GROUP, SUITE(group), 0, 0 },
	{ "memory", "SIZE", VALUE_SIZE, SUITE(memory_kib), 0, 0 },
	{ "cpu", "DURATION", VALUE_DURATION, SUITE(cpu_ns), 0, 0 },
	{ "files", "N", VALUE_COUNT, SUITE(files), 4, 0 },
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
	{ "timeout", "DURATION", VALUE_DURATION, SUITE(timeout_ns), TIMEOUT_LEAST_NS, 0 },
	{ "serial", "yes|no", VALUE_YES_NO, SUITE(serial), 0, 0 },
	{ "all_cpus", "yes|no", VALUE_YES_NO, SUITE(all_cpus), 0, 0 },
	{ "retries", "N", VALUE_COUNT, SUITE(retries), 0, RETRIES_MAX },
	{ 0 },
};

static const struct config_key profile_keys[] = {
	{ "rounds", "N", VALUE_COUNT, PROFILE(rounds), 1, 0 },
	{ "samples", "N", VALUE_COUNT, PROFILE(samples), 1, 0 },
	{ "iterations", "N", VALUE_COUNT, PROFILE(iterations), 1, 0 },
	{ "launch_time", "DURATION", VALUE_DURATION, PROFILE(launch_time_ns), 0, 0 },
	{ "budget", "DURATION", VALUE_DURATION, PROFILE(budget_ns), 0, 0 },
	{ "stage2_rounds", "N", VALUE_COUNT, PROFILE(stage2_rounds), 0, 0 },
	{ "changed", "yes|no", VALUE_YES_NO, PROFILE(changed), 0, 0 },
	{ "interleave", INTERLEAVE_WORDS, VALUE_INTERLEAVE, PROFILE(interleave), 0, 0 },
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
	{ "threshold", "PERCENT", VALUE_PERCENT, DRIVER(threshold), 0, 0 },
	{ "threshold.", "PERCENT", VALUE_THRESHOLD, 0, 0, 0 },
	{ "fdr", "PERCENT", VALUE_SHARE, DRIVER(fdr), 0, 0 },
	{ "equivalence", "PERCENT", VALUE_PERCENT, DRIVER(equivalence), 0, 0 },
	{ 0 },
};

const struct config_section config_sections[] = {
	{ "driver", false, driver_keys },
	{ "suite", true, suite_keys },
	{ "command", true, command_keys },
	{ "profile", true, profile_keys },
	{ "doctor", false, doctor_keys },
	{ "compare", false, compare_keys },
	{ 0 },
};

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
	all = string_list_join(&known, ", ");
	near = string_list_nearest(&names, name);
	bd_err(e, "unknown key '%s' in [%s]%s%s", name, section->name,
		near ? suggestion_of(near).text : "; known are: ", near ? "" : all);
}

const struct config_key *config_key_find(
	const struct config_section *section, const char *name, struct err *e)
{
	for (const struct config_key *key = section->keys; key->name; key++) {
		size_t n = strlen(key->name);

		if (strcmp(name, key->name) == 0 && !takes_any_end(key))
			return key;
		if (takes_any_end(key) && strncmp(name, key->name, n) == 0 && name[n])
			return key;
	}
	unknown_key(section, name, e);
	return NULL;
}
