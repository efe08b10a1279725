/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/environment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/cli/options.h"

#define PREFIX "BDRIVER_"

/* Of the program, of its history, and those that launches and hooks get. */
static const char *const others[] = { "BDRIVER_LOCK", "BDRIVER_HISTORY", "BDRIVER_WORKER",
	"BDRIVER_PADDING", "BDRIVER_BUILD", "BDRIVER_REVISION" };

static char *name_of(const struct option_row *row)
{
	char *name = memory_format(PREFIX "%s", row->def.name);

	for (char *p = name; *p; p++)
		*p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
	return name;
}

char *environment_variable(const char *option)
{
	for (const struct option_row *row = option_rows; row->def.name; row++)
		if ((row->sources & SOURCE_VARIABLE) && !strcmp(row->def.name, option))
			return name_of(row);
	return NULL;
}

int environment_take(
	const struct option_set *set, void *options, struct string_list *words, struct err *e)
{
	const struct option_def *def;
	struct err why;

	if (set->shared & SHARED_OWN && ((const struct run_settings *)options)->log.resume)
		return 0;
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		AUTO_FREE char *variable = environment_variable(def->name);
		const char *value = variable ? getenv(variable) : NULL;

		if (!value || !*value || options_has(def, options))
			continue;
		if (options_store(set, def, options, value, &why))
			return bd_err(e, "%s: --%s: %s", variable, def->name, why.text);
		string_list_addf(words, "--%s=%s", def->name, value);
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
	AUTO(string_list_release) struct string_list known = { 0 };

	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *name = environment_variable(row->def.name);

		if (name)
			string_list_add(&known, name);
	}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		string_list_add(&known, others[i]);
	for (char **variable = environ; variable && *variable; variable++) {
		AUTO_FREE char *name =
			memory_format("%.*s", (int)strcspn(*variable, "="), *variable);

		if (strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
			!string_list_has(&known, name))
			warn_of(name, &known);
	}
}
