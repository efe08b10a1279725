/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/audit_report.h"

#include "compare/markup.h"
#include "doctor/audit_words.h"

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
	fprintf(out, ": %s::", f->check->name);
	markup_github(out, text);
	fputc('\n', out);
	free(text);
}

/* The worst benchmark comes first: GitHub shows ten annotations of a level and a step. */
void audit_github(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	char *counts = audit_words_counts(audit), *unsteady = audit_words_unsteady(audit);

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (!f->waived && (options->infos || f->severity > SEVERITY_INFO))
			annotation(out, f);
	}
	if (unsteady) {
		fputs("::warning title=bdriver doctor::", out);
		markup_github(out, unsteady);
		fputc('\n', out);
	}
	fputs("::notice title=bdriver doctor::", out);
	markup_github(out, counts);
	fputc('\n', out);
	free(unsteady);
	free(counts);
}
