/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <ctype.h>

/* A word begins with a capital that follows no capital or precedes a small letter.
 * "ParseCSVRow" has three words, "CSV" one. Parameters without a capital have none. */
static unsigned name_words_count_words(const char *name)
{
	unsigned words = 0;

	for (const char *p = name; *p; p++)
		if (isupper((unsigned char)*p) &&
			(p == name || !isupper((unsigned char)p[-1]) ||
				islower((unsigned char)p[1])))
			words++;
	return words;
}

static void name_words_run(const struct bench_data *bench, struct findings *findings)
{
	double most = findings_limit(findings, "");
	unsigned words = name_words_count_words(bench->name);

	if (words <= most)
		return;
	finding_add(findings, SEVERITY_WARNING,
		"leave out what the suite's name or all its neighbours say, "
		"and put parameters after '/': \"SortIntegers/64\"",
		"the name has %u words, more than %.0f", words, most);
	finding_number(findings, "words", words);
}

const struct check check_name_words = {
	.name = "name-words",
	.summary = "the name has at most four camel-case words",
	.limits = {
	{ "", LIMIT_COUNT, 4, "more camel-case words are a warning" },
	},
	.of_names = true,
	.run = name_words_run,
};
