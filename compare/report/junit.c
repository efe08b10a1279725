/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/junit.h"
#include "compare/report/report.h"

#include "compare/print/markup.h"
#include "compare/report/words.h"

#include <stdlib.h>
#include <string.h>

/* --fail-on never changes the exit code only: the report still names the failures. */
static bool row_is_failure(const struct row *row, const struct report_options *options)
{
	enum fail_on fail_on =
		options->fail_on == FAIL_ON_NEVER ? FAIL_ON_REGRESSION : options->fail_on;

	return row_fails(row, fail_on);
}

/* Nothing could be compared, and nothing was lost. */
static bool row_is_skipped(const struct row *row, const struct report_options *options)
{
	return row->time.verdict == VERDICT_FAILED && !row_is_failure(row, options);
}

static void row_testcase(FILE *out, const struct comparison *comparison, const struct row *row,
	const struct report_options *options)
{
	char *text = words_row(comparison, row);

	junit_case_begin(out, row->suite, row->name);
	if (row_is_failure(row, options)) {
		junit_result(out, "failure", text, verdict_name(row->time.verdict));
	} else if (row_is_skipped(row, options)) {
		junit_result(out, "skipped", text, NULL);
	} else {
		fputs("      <system-out>", out);
		markup_xml(out, text);
		fputs("</system-out>\n", out);
	}
	junit_case_end(out);
	free(text);
}

static void junit_property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "      <property name=\"%s\" value=\"", name);
	markup_xml(out, value);
	fputs("\"/>\n", out);
}

static void junit_properties(FILE *out, const struct comparison *comparison)
{
	char *rule = words_rule(comparison, false);

	fputs("    <properties>\n", out);
	junit_property(out, "rule", rule);
	for (size_t i = 0; i < comparison->caveats.count; i++)
		junit_property(out, "warning", comparison->caveats.items[i]);
	fputs("    </properties>\n", out);
	free(rule);
}

static void junit_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	size_t failures = 0, skips = 0, tests = comparison->row_count;

	for (size_t i = 0; i < comparison->row_count; i++) {
		failures += row_is_failure(&comparison->rows[i], options);
		skips += row_is_skipped(&comparison->rows[i], options);
	}
	junit_begin(out, "bdriver compare", tests, failures, skips);
	junit_properties(out, comparison);
	for (size_t i = 0; i < comparison->row_count; i++)
		row_testcase(out, comparison, &comparison->rows[i], options);
	junit_end(out);
}

const struct report_format report_junit = { "junit", junit_report };
