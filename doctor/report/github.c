/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/print/markup.h"
#include "doctor/report/words.h"

#include <stdlib.h>

static void annotation(FILE *out, const struct finding *f)
{
	static const char *const levels[] = { "notice", "warning", "error" };
	const struct bench_data *bench = f->bench;
	char *text = audit_words_finding(f);

	fprintf(out, "::%s ", levels[f->severity]);
	if (bench->file[0]) {
		fputs("file=", out);
		markup_github_property(out, bench->file);
		if (bench->line)
			fprintf(out, ",line=%u", bench->line);
		fputc(',', out);
	}
	fputs("title=", out);
	markup_github_property(out, bench->suite);
	fputc('/', out);
	markup_github_property(out, bench->name);
	if (bench->build[0]) {
		fputs(" (", out);
		markup_github_property(out, bench->build);
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
	said(out, "warning", audit_words_noise(audit));
	said(out, "notice", audit_words_counts(audit));
	said(out, "notice", audit_words_not_audited(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		said(out, "notice", audit_words_unanswered(audit, &i));
}
