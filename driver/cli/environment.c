/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/environment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/suggestion.h"

#define PREFIX "BDRIVER_"

static const char *const twins[] = { "config", "suite", "adapter", "list-timeout", "filter",
	"tags", "skip-tags", "workers", "timeout", "seed", "no-wait", "samples", "launch-time",
	"interleave", "layout", "rounds", "iterations", "profile", "budget", "adaptive",
	"controls", "require-quiet", "isolate", "repeat-disturbed", "repeat-alone", "check",
	"skip-check", "threshold", "equivalence", "fdr", "rule", "estimator", "strict",
	"fail-on", "require-resolution", "quiet", "verbose", "color" };

/* Of the program, of its history and pools, and those that launches and hooks get. */
static const char *const others[] = { "BDRIVER_LOCK", "BDRIVER_HISTORY", "BDRIVER_WORKER",
	"BDRIVER_PADDING", "BDRIVER_BUILD", "BDRIVER_REVISION", "BDRIVER_ENGINE",
	"BDRIVER_POOL_POLL_MS" };

enum {
	TWIN_COUNT = sizeof(twins) / sizeof(*twins),
	OTHER_COUNT = sizeof(others) / sizeof(*others)
};

static char *variable_name(const char *option)
{
	char *name = memory_format(PREFIX "%s", option);

	for (char *p = name; *p; p++)
		*p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
	return name;
}

char *environment_variable(const char *option)
{
	for (size_t i = 0; i < TWIN_COUNT; i++)
		if (strcmp(twins[i], option) == 0)
			return variable_name(option);
	return NULL;
}

/* Of a flag: 1 or 0, -1 for neither. */
static int yes_or_no(const char *value)
{
	if (!strcmp(value, "1") || !strcmp(value, "yes") || !strcmp(value, "true"))
		return 1;
	return !strcmp(value, "0") || !strcmp(value, "no") || !strcmp(value, "false") ? 0 : -1;
}

/* Parses the word alone, for an error that names the variable. */
static int check_word(
	const struct option_set *set, const char *variable, char *word, struct err *e)
{
	void *options = memory_zeroed(1, set->size);
	char program[] = "bdriver", *argv[] = { program, word, NULL }, *args[3];
	struct err why;
	int count = options_parse(set, 2, argv, options, args, &why);

	options_release(set, options);
	free(options);
	return count < 0 ? bd_err(e, "%s: %s", variable, why.text) : 0;
}

static int add_word(const struct option_set *set, const struct option_def *def,
	const char *variable, struct string_list *words, struct err *e)
{
	const char *value = getenv(variable);
	bool flag = def->kind == OPTION_FLAG;

	if (!value || !*value || (flag && yes_or_no(value) == 0))
		return 0;
	if (flag && yes_or_no(value) < 0)
		return bd_err(e, "%s: '%s' is neither 1 nor 0", variable, value);
	if (flag)
		string_list_addf(words, "--%s", def->name);
	else
		string_list_addf(words, "--%s=%s", def->name, value);
	return check_word(set, variable, words->items[words->count - 1], e);
}

int environment_words(const struct option_set *set, const void *options,
	struct string_list *words, struct err *e)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (strcmp(def->name, "resume") == 0 && options_has(def, options))
			return 0;
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		char *variable = environment_variable(def->name);
		int rc = 0;

		if (variable && !options_has(def, options))
			rc = add_word(set, def, variable, words, e);
		free(variable);
		if (rc)
			return -1;
	}
	return 0;
}

static void warn_of(const char *name, const struct string_list *known)
{
	message_warning("%s is no variable of bdriver, see bdriver(1)%s", name,
		suggestion(known, name).text);
}

void environment_warn(void)
{
	struct string_list known = { 0 };

	for (size_t i = 0; i < TWIN_COUNT; i++) {
		char *name = variable_name(twins[i]);

		string_list_add(&known, name);
		free(name);
	}
	for (size_t i = 0; i < OTHER_COUNT; i++)
		string_list_add(&known, others[i]);
	for (char **variable = environ; variable && *variable; variable++) {
		char *name = memory_format("%.*s", (int)strcspn(*variable, "="), *variable);

		if (strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
			!string_list_has(&known, name))
			warn_of(name, &known);
		free(name);
	}
	string_list_release(&known);
}
