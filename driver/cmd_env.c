/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "driver/findings.h"
#include "driver/terminal.h"

struct env_options {
	struct shared_options shared;
};

/* The advice, wrapped and indented below the value. */
static void print_advice(const char *advice, int indent, int width)
{
	int column = indent;

	printf("%*s", indent, "");
	while (*advice) {
		int n = (int)strcspn(advice, " ");

		if (column > indent && column + 1 + n > width) {
			printf("\n%*s", indent, "");
			column = indent;
		} else if (column > indent) {
			column += printf(" ");
		}
		column += printf("%.*s", n, advice);
		advice += n;
		advice += strspn(advice, " ");
	}
	putchar('\n');
}

static void print_text(const struct env_findings *findings, const struct shared_options *shared)
{
	bool color = terminal_color(shared->color, stdout);
	int width = terminal_width(stdout, 80), wrong = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct env_finding *f = &findings->items[i];
		char *value = terminal_clean(f->value);

		wrong += f->advice != NULL;
		if (f->advice || !shared->quiet)
			printf("%-16s %s  %s%s%s\n", f->what, value,
				color ? f->advice ? "\033[33m" : "\033[32m" : "",
				f->advice ? "look" : "fine", color ? "\033[0m" : "");
		if (f->advice)
			print_advice(f->advice, 17, width < 120 ? width : 120);
		free(value);
	}
	if (!shared->quiet && wrong)
		printf("%d of %zu could disturb a measurement\n", wrong, findings->count);
	else if (!shared->quiet)
		printf("nothing here disturbs a measurement\n");
}

static void print_json(const struct env_findings *findings)
{
	json_t *root = json_object(), *list = json_array();

	for (size_t i = 0; i < findings->count; i++) {
		const struct env_finding *f = &findings->items[i];

		json_array_append_new(list, json_pack("{s:s, s:s%, s:b, s:s?}", "what", f->what,
						    "value", f->value, strlen(f->value), "fine",
						    f->advice == NULL, "advice", f->advice));
	}
	json_object_set_new(root, "schema", json_string("bdriver-env-1"));
	json_object_set_new(root, "findings", list);
	json_dumpf(root, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(root);
}

static int env_run(void *given, char **args, int count)
{
	const struct env_options *options = given;
	struct env_findings findings = { 0 };
	struct machine machine;

	(void)args;
	(void)count;
	machine_read(&machine, "");
	env_judge(&findings, &machine);
	if (strcmp(options->shared.format, "json") == 0)
		print_json(&findings);
	else
		print_text(&findings, &options->shared);
	env_findings_release(&findings);
	machine_release(&machine);
	return EXIT_FINE;
}

const struct command command_env = {
	.name = "env",
	.summary = "what on this machine disturbs a measurement",
	.arguments = "",
	.details = "Each property is fine, or it is followed by what to do about it.",
	.formats = "text|json",
	.size = sizeof(struct env_options),
	.run = env_run,
};
