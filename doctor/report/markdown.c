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
		markup_put(out, MARKUP_MARKDOWN, text);
		fputs("\n\n", out);
	}
	free(text);
}

static void markdown_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	const struct findings *findings = &audit->findings;
	AUTO_FREE const void **rows = memory_array(findings->count, sizeof(void *));
	struct columns columns = audit_finding_columns(audit);
	AUTO_FREE char *by_check = NULL;
	size_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].severity > SEVERITY_INFO || options->infos)
			rows[count++] = &findings->items[i];
	if (count) {
		columns.empty = rows[0];
		columns_print(&columns, CELLS_MARKDOWN, rows, count, out, NULL);
		fputc('\n', out);
	}
	paragraph(out, audit_words_counts(audit, options->infos));
	by_check = audit_words_by_check(audit, options->infos);
	paragraph(out, by_check ? memory_format("by check: %s", by_check) : NULL);
	paragraph(out, audit_words_not_audited(audit));
	paragraph(out, audit_words_slowest(audit));
	paragraph(out, audit_words_noise(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		paragraph(out, audit_words_unanswered(audit, &i));
}

const struct audit_format audit_markdown = { "markdown", markdown_audit };
