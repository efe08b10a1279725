/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "doctor/report/words.h"

static json_t *unanswered_json(const struct audit *audit, size_t i)
{
	const struct unanswered *unanswered = &audit->unanswered[i];
	json_t *missing = json_array();

	for (unsigned bit = 0; bit < NEED_COUNT; bit++)
		if (unanswered->missing & 1u << bit)
			json_append(missing, json_text(need_texts[bit]));
	return json_pack("{so so so}", "check", json_text(unanswered->check->name),
		"benchmarks", json_count(unanswered->benchmarks), "missing", missing);
}

static json_t *unused_json(const struct audit *audit, size_t i)
{
	const struct waiver *waiver = audit->unused[i];

	return json_pack("{so so so}", "check", json_text(waiver->check), "pattern",
		json_text(waiver->pattern), "origin", json_text(waiver->origin));
}

/* NULL: it is audited. */
static json_t *not_audited_json(const struct audit *audit, size_t i)
{
	const struct bench_data *bench = &audit->benches.items[i];

	if (!audit_left_out(bench))
		return NULL;
	return json_pack("{so so so}", "suite", json_text(bench->suite), "benchmark",
		json_text(bench->name), "why", json_text_owned(audit_words_why_not(bench)));
}

static json_t *machine_noise_json(const struct machine_noise *u)
{
	return !u->found ? json_null()
			 : json_pack("{so so so so so so}", "benchmarks",
				   json_count(u->benchmarks), "sd", json_number(u->sd),
				   "launches", json_count(u->launches), "not_quiet",
				   json_count(u->not_quiet), "shared_modes",
				   json_count(u->modes), "findings", json_count(u->findings));
}

static json_t *summary_json(const struct audit *audit)
{
	return json_pack("{so so so so so so so so}", "fit", json_count(audit->fit), "warned",
		json_count(audit->warned), "errors", json_count(audit->errors), "warnings",
		json_count(audit->warnings), "infos", json_count(audit->infos), "waived",
		json_count(audit->waived), "not_audited", json_count(audit->not_audited),
		"machine_noise", machine_noise_json(&audit->noise));
}

static void put_list(FILE *out, const char *key, const struct audit *audit, size_t count,
	json_t *(*item)(const struct audit *audit, size_t i))
{
	size_t n = 0;

	fprintf(out, "],\n\"%s\": [", key);
	for (size_t i = 0; i < count; i++) {
		json_t *json = item(audit, i);

		if (!json)
			continue;
		fputs(n++ ? ",\n" : "\n", out);
		json_write(out, json, AUDIT_DIGITS);
	}
}

static void json_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	const struct columns columns = audit_finding_columns(NULL);
	const struct findings *findings = &audit->findings;
	AUTO_FREE const void **rows =
		columns_rows(findings->items, findings->count, sizeof(*findings->items));

	(void)options;
	fputs("{\"schema\": \"bdriver-doctor-1\",\n\"findings\": [", out);
	columns_print(&columns, CELLS_JSON, rows, findings->count, out, NULL);
	put_list(out, "unanswered", audit, audit->unanswered_count, unanswered_json);
	put_list(out, "unused_waivers", audit, audit->unused_count, unused_json);
	put_list(out, "not_audited", audit, audit->benches.count, not_audited_json);
	fputs("],\n\"summary\": ", out);
	json_write(out, summary_json(audit), AUDIT_DIGITS);
	fprintf(out, ",\n\"checked\": %zu}\n", audit->benches.count - audit->not_audited);
}

const struct audit_format audit_json = { "json", json_audit };
