/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/print/markup.h"
#include "compare/report/words.h"

#include <stdlib.h>
#include <string.h>

/* An exit code may be forgiven by --fail-on never; the report still says what is bad. */
static bool fails(const struct row *row, const struct report_options *options)
{
	enum fail_on fail_on =
		options->fail_on == FAIL_ON_NEVER ? FAIL_ON_REGRESSION : options->fail_on;

	return row_fails(row, fail_on);
}

/* Nothing could be compared, and nothing was lost by that. */
static bool skipped(const struct row *row, const struct report_options *options)
{
	return row->verdict == VERDICT_FAILED && !fails(row, options);
}

static void testcase(FILE *out, const struct row *row, const struct report_options *options)
{
	char *text = words_row(row);
	const char *element = fails(row, options) ? "failure" : "skipped";

	fputs("    <testcase classname=\"", out);
	markup_xml(out, row->suite);
	fputs("\" name=\"", out);
	markup_xml(out, row->name);
	fputs("\">\n", out);
	if (fails(row, options) || skipped(row, options)) {
		fprintf(out, "      <%s message=\"", element);
		markup_xml(out, text);
		if (fails(row, options))
			fprintf(out, "\" type=\"%s", verdict_name(row->verdict));
		fputs("\"/>\n", out);
	} else {
		fputs("      <system-out>", out);
		markup_xml(out, text);
		fputs("</system-out>\n", out);
	}
	fputs("    </testcase>\n", out);
	free(text);
}

static void property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "      <property name=\"%s\" value=\"", name);
	markup_xml(out, value);
	fputs("\"/>\n", out);
}

static void properties(FILE *out, const struct comparison *comparison)
{
	char *rule = words_rule(comparison);

	fputs("    <properties>\n", out);
	property(out, "rule", rule);
	for (size_t i = 0; i < comparison->caveats.count; i++)
		property(out, "warning", comparison->caveats.items[i]);
	for (size_t i = 0; i < comparison->row_count; i++) {
		char *text = words_memory(comparison, &comparison->rows[i]);

		if (text)
			property(out, "memory", text);
		free(text);
	}
	fputs("    </properties>\n", out);
	free(rule);
}

void report_junit(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	size_t failures = 0, skips = 0, tests = comparison->row_count;

	for (size_t i = 0; i < comparison->row_count; i++) {
		failures += fails(&comparison->rows[i], options);
		skips += skipped(&comparison->rows[i], options);
	}
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
	fprintf(out, "<testsuites tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n", tests,
		failures, skips);
	fprintf(out,
		"  <testsuite name=\"bdriver compare\" tests=\"%zu\" failures=\"%zu\" "
		"skipped=\"%zu\">\n",
		tests, failures, skips);
	properties(out, comparison);
	for (size_t i = 0; i < comparison->row_count; i++)
		testcase(out, &comparison->rows[i], options);
	fputs("  </testsuite>\n</testsuites>\n", out);
}
