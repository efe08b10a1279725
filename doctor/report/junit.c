/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/junit.h"
#include "compare/print/markup.h"
#include "doctor/report/words.h"

#include <stdlib.h>
#include <string.h>

static bool finding_is_failure(const struct finding *f)
{
	return f->severity == SEVERITY_ERROR && !f->waived;
}

/* An error that is not waived comes first. */
static bool bench_data_fails(const struct bench_data *bench)
{
	return bench->finding_count && finding_is_failure(bench->findings);
}

/* JUnit allows one failure element in some readers: errors are elements, the rest is text. The
 * errors of a benchmark come first. */
static void bench_testcase(FILE *out, const struct bench_data *bench)
{
	AUTO_FREE char *name = audit_words_full_name(bench);
	AUTO_FREE char *why = audit_left_out(bench) ? audit_words_why_not(bench) : NULL;
	bool text = false;

	junit_case_begin(out, bench->suite, name + strlen(bench->suite) + 1);
	if (why)
		junit_result(out, "skipped", why, NULL);
	for (size_t i = 0; i < bench->finding_count; i++) {
		const struct finding *f = &bench->findings[i];
		AUTO_FREE char *said = audit_words_finding(f);

		if (finding_is_failure(f)) {
			junit_result(out, "failure", said, f->check->name);
		} else {
			fprintf(out, "%s%s: %s: ", text ? "" : "      <system-out>",
				f->waived ? "waived" : severity_name(f->severity),
				f->check->name);
			markup_put(out, MARKUP_XML, said);
			fputc('\n', out);
			text = true;
		}
	}
	if (text)
		fputs("</system-out>\n", out);
	junit_case_end(out);
}

/* Writes one line of the text, and frees it. */
static void put_said(FILE *out, char *text)
{
	markup_put(out, MARKUP_XML, text);
	fputc('\n', out);
	free(text);
}

/* The noise of the machine, and unanswered checks. */
static void suite_text(FILE *out, const struct audit *audit)
{
	char *noise = audit_words_noise(audit);

	if (!noise && !audit->unanswered_count)
		return;
	fputs("    <system-out>", out);
	if (noise)
		put_said(out, noise);
	for (size_t i = 0; i < audit->unanswered_count;)
		put_said(out, audit_words_unanswered(audit, &i));
	fputs("</system-out>\n", out);
}

static void junit_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	size_t tests = audit->benches.count, failures = 0;

	(void)options;
	for (size_t i = 0; i < tests; i++)
		failures += bench_data_fails(&audit->benches.items[i]);
	junit_begin(out, "bdriver doctor", tests, failures, audit->not_audited);
	for (size_t i = 0; i < tests; i++)
		bench_testcase(out, &audit->benches.items[i]);
	suite_text(out, audit);
	junit_end(out);
}

const struct audit_format audit_junit = { "junit", junit_audit };
