/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/print/markup.h"
#include "doctor/report/words.h"

#include <stdlib.h>

static void annotation(FILE *out, const struct finding *f)
{
	static const char *const levels[] = { "notice", "warning", "error" };
	const struct patient *patient = f->patient;
	char *text = audit_words_finding(f);

	fprintf(out, "::%s ", levels[f->severity]);
	if (patient->file[0]) {
		fputs("file=", out);
		markup_github_property(out, patient->file);
		if (patient->line)
			fprintf(out, ",line=%u", patient->line);
		fputc(',', out);
	}
	fputs("title=", out);
	markup_github_property(out, patient->suite);
	fputc('/', out);
	markup_github_property(out, patient->name);
	if (patient->build[0]) {
		fputs(" (", out);
		markup_github_property(out, patient->build);
		fputc(')', out);
	}
	fprintf(out, ": %s::", f->check->name);
	markup_github(out, text);
	fputc('\n', out);
	free(text);
}

/* Of the whole audit; writes and frees, NULL: nothing. */
static void said(FILE *out, const char *level, char *text)
{
	if (text) {
		fprintf(out, "::%s title=bdriver doctor::", level);
		markup_github(out, text);
		fputc('\n', out);
	}
	free(text);
}

/* The worst benchmark comes first: GitHub shows ten annotations of a level and a step. */
void audit_github(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (!f->waived && (options->infos || f->severity > SEVERITY_INFO))
			annotation(out, f);
	}
	said(out, "warning", audit_words_unsteady(audit));
	said(out, "notice", audit_words_counts(audit));
	said(out, "notice", audit_words_not_audited(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		said(out, "notice", audit_words_unanswered(audit, &i));
}
