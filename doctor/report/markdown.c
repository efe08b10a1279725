/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "doctor/report/words.h"

#include <stdlib.h>

/* Writes the text and frees it. NULL: nothing. */
static void paragraph(FILE *out, char *text)
{
	if (text) {
		markup_markdown(out, text);
		fputs("\n\n", out);
	}
	free(text);
}

static void text_cell(FILE *out, char *text)
{
	markup_markdown(out, text);
	fputs(" | ", out);
	free(text);
}

static void finding_row(FILE *out, const struct audit *audit, const struct finding *f)
{
	fputs("| ", out);
	text_cell(out, audit_words_name(audit, f->bench));
	fprintf(out, "%s | %s%s | ", f->check->name, severity_name(f->severity),
		f->waived ? " (waived)" : "");
	markup_markdown(out, f->message);
	fputs(" | ", out);
	markup_markdown(out, f->advice);
	fputs(" |\n", out);
}

static void markdown_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	bool title = false;
	AUTO_FREE char *by_check = NULL;

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (f->severity == SEVERITY_INFO && !options->infos)
			continue;
		if (!title)
			fputs("| benchmark | check | severity | seen | what to do |\n"
			      "| --- | --- | --- | --- | --- |\n",
				out);
		title = true;
		finding_row(out, audit, f);
	}
	if (title)
		fputc('\n', out);
	paragraph(out, audit_words_counts(audit));
	by_check = audit_words_by_check(audit, options->infos);
	paragraph(out, by_check ? memory_format("by check: %s", by_check) : NULL);
	paragraph(out, audit_words_not_audited(audit));
	paragraph(out, audit_words_slowest(audit));
	paragraph(out, audit_words_noise(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		paragraph(out, audit_words_unanswered(audit, &i));
}

const struct audit_format audit_markdown = { "markdown", markdown_audit };
