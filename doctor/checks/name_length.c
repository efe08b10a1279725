/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/utf8.h"

#include <stdint.h>

static size_t characters(const char *text)
{
	size_t count = 0;
	uint32_t code;

	for (; *text; count++)
		text += utf8_decode(text, &code);
	return count;
}

static void name_length_run(const struct bench_data *bench, struct findings *findings)
{
	double most = findings_limit(findings, "");
	size_t length = characters(bench->name);

	if ((double)length <= most || bench_data_adapter(bench))
		return;
	finding_add(findings, SEVERITY_ERROR, NULL,
		"the name has %zu characters, more than %.0f", length, most);
	finding_number(findings, "length", (double)length);
	finding_advise(findings,
		"shorten it by %.0f: leave out what the suite's name or all its neighbours say",
		(double)length - most);
}

const struct check check_name_length = {
	.name = "name-length",
	.summary = "the name has at most 40 characters",
	.limits = {
	{ "", LIMIT_COUNT, 40, "a longer name is an error" },
	},
	.of_names = true,
	.run = name_length_run,
};
