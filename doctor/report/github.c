/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/github.h"
#include "doctor/report/words.h"

static void annotate_finding(FILE *out, const struct finding *f)
{
	static const char *const levels[] = { "notice", "warning", "error" };
	AUTO_FREE char *name = audit_words_full_name(f->bench), *text = audit_words_finding(f);
	AUTO_FREE char *title = memory_format("%s: %s", name, f->check->name);

	github_annotate(out, levels[f->severity], f->bench->file, f->bench->line, title, text);
}

#define WHOLE "bdriver doctor"

static void github_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (!f->waived && (options->infos || f->severity > SEVERITY_INFO))
			annotate_finding(out, f);
	}
	github_say(out, "warning", WHOLE, audit_words_noise(audit));
	github_say(out, "notice", WHOLE, audit_words_counts(audit, options->infos));
	github_say(out, "notice", WHOLE, audit_words_not_audited(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		github_say(out, "notice", WHOLE, audit_words_unanswered(audit, &i));
}

const struct audit_format audit_github = { "github", github_audit };
