/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/regex.h"

#define DEFAULT_FORM "^[A-Z][A-Za-z0-9.!?-]+(/[A-Za-z0-9.=_-]+)*$"

static void name_form_run(const struct bench_data *bench, struct findings *findings)
{
	const char *own = findings->settings->name_form, *form = own ? own : DEFAULT_FORM;
	struct regex *regex;
	enum regex_answer answer;

	if (!own && bench_data_adapter(bench))
		return;
	regex = regex_new(form, NULL);
	if (!regex)
		return; /* settings are checked when they are read */
	answer = regex_match(regex, bench->name);
	regex_free(regex);
	if (answer == REGEX_MATCHES)
		return;
	finding_add(findings, SEVERITY_ERROR,
		"begin with a capital letter, use letters, digits, '.', '!', '?' and "
		"'-', and put parameters after '/': \"SortStrings/64\"",
		"the name does not have the form %s", form);
}

const struct check check_name_form = {
	.name = "name-form",
	.summary = "the name has letters and digits, and parameters after '/'",
	.of_names = true,
	.run = name_form_run,
};
