/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/junit.h"
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/whole.h"

#include <math.h>

/* --fail-on never changes the exit code only: the report still names the failures. */
static bool row_is_failure(const struct row *row, const struct report_options *options)
{
	enum fail_on fail_on =
		options->fail_on == FAIL_ON_NEVER ? FAIL_ON_REGRESSION : options->fail_on;

	return row_fails(row, fail_on);
}

/* Nothing could be compared, and nothing was lost; or it cannot be decided. */
static bool row_is_skipped(const struct row *row, const struct report_options *options)
{
	return (row->time.verdict == VERDICT_FAILED ||
		       row->time.verdict == VERDICT_NOT_MEASURED ||
		       row->moved == MOVED_SHIFTED ||
		       (row->time.verdict == VERDICT_INCONCLUSIVE &&
			       row_is_single(row, false))) &&
	       !row_is_failure(row, options);
}

/* The suite as a test of its own, where it could not be decided. */
static bool suite_is_failure(
	const struct comparison *comparison, const struct report_options *options)
{
	return comparison->summary.undecided == UNDECIDED_SHIFT &&
	       (options->fail_on == FAIL_ON_SHIFT || options->fail_on == FAIL_ON_CHANGE);
}

static void suite_testcase(
	FILE *out, const struct comparison *comparison, const struct report_options *options)
{
	bool shift = comparison->summary.undecided == UNDECIDED_SHIFT;
	bool fails = suite_is_failure(comparison, options);
	AUTO_FREE char *text = headline_first(comparison);

	junit_case_begin(out, "bdriver", shift ? "shift of the suite" : "comparison");
	junit_result(out, fails ? "failure" : "skipped", text, fails ? "shift" : NULL);
	junit_case_end(out);
}

static void executable_testcase(FILE *out, const struct comparison *comparison)
{
	AUTO_FREE char *text = words_executables(comparison);

	junit_case_begin(out, "bdriver", "executables");
	junit_result(out, "failure", text, "size");
	junit_case_end(out);
}

static void row_testcase(FILE *out, const struct comparison *comparison, const struct row *row,
	const struct report_options *options)
{
	AUTO_FREE char *text = words_row(comparison, row);

	junit_case_begin(out, row->suite, row->name);
	if (row_is_failure(row, options)) {
		junit_result(out, "failure", text, verdict_name(row->time.verdict));
	} else if (row_is_skipped(row, options)) {
		junit_result(out, "skipped", text, NULL);
	} else {
		fputs("      <system-out>", out);
		markup_put(out, MARKUP_XML, text);
		fputs("</system-out>\n", out);
	}
	junit_case_end(out);
}

static void junit_property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "      <property name=\"%s\" value=\"", name);
	markup_put(out, MARKUP_XML, value);
	fputs("\"/>\n", out);
}

static void junit_shift(FILE *out, const struct suite_shift *shift)
{
	const char *const names[] = { "shift", "shift_low", "shift_high" };
	const double values[] = { shift->ratio, shift->low, shift->high };

	if (!shift->shown_by)
		return;
	for (size_t i = 0; i < 3; i++) {
		AUTO_FREE char *text = memory_format("%.6g", values[i]);

		if (isfinite(values[i]))
			junit_property(out, names[i], text);
	}
	junit_property(out, "shift_cause", shift_cause_name(shift->cause));
}

static void junit_properties(FILE *out, const struct comparison *comparison)
{
	AUTO_FREE char *rule = words_rule(comparison, false);

	fputs("    <properties>\n", out);
	junit_property(out, "rule", rule);
	junit_shift(out, &comparison->summary.shift);
	for (size_t i = 0; i < comparison->caveats.count; i++)
		junit_property(out, "warning", comparison->caveats.items[i]);
	fputs("    </properties>\n", out);
}

static void junit_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	bool undecided = comparison->summary.undecided != UNDECIDED_NOT;
	bool larger = executables_fail(comparison);
	size_t failures = larger, skips = 0, tests = comparison->row_count + larger;

	for (size_t i = 0; i < comparison->row_count; i++) {
		failures += row_is_failure(&comparison->rows[i], options);
		skips += row_is_skipped(&comparison->rows[i], options);
	}
	if (undecided) {
		tests++;
		failures += suite_is_failure(comparison, options);
		skips += !suite_is_failure(comparison, options);
	}
	junit_begin(out, "bdriver compare", tests, failures, skips);
	junit_properties(out, comparison);
	if (undecided)
		suite_testcase(out, comparison, options);
	if (larger)
		executable_testcase(out, comparison);
	for (size_t i = 0; i < comparison->row_count; i++)
		row_testcase(out, comparison, &comparison->rows[i], options);
	junit_end(out);
}

const struct report_format report_junit = { "junit", junit_report };
