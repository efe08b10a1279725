/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/print/json.h"
#include "doctor/report/words.h"

#define DIGITS 12

static json_t *unanswered_json(const struct unanswered *unanswered)
{
	json_t *json = json_object(), *missing = json_array();

	for (unsigned bit = 0; bit < NEED_COUNT; bit++)
		if (unanswered->missing & 1u << bit)
			json_append(missing, json_text(need_texts[bit]));
	json_put(json, "check", json_text(unanswered->check->name));
	json_put(json, "benchmarks", json_count(unanswered->benchmarks));
	json_put(json, "missing", missing);
	return json;
}

static json_t *unused_json(const struct waiver *waiver)
{
	return json_pack("{so so so}", "check", json_text(waiver->check), "pattern",
		json_text(waiver->pattern), "origin", json_text(waiver->origin));
}

static void begin_item(FILE *out, size_t i)
{
	fputs(i ? ",\n" : "\n", out);
}

static json_t *machine_noise_json(const struct audit_noise *u)
{
	return !u->found ? json_null()
			 : json_pack("{so so so so so so}", "benchmarks",
				   json_count(u->benchmarks), "sd", json_number(u->sd),
				   "launches", json_count(u->launches), "not_quiet",
				   json_count(u->not_quiet), "shared_modes",
				   json_count(u->modes), "findings", json_count(u->findings));
}

static json_t *not_audited_json(const struct bench_data *bench)
{
	return json_pack("{so so so}", "suite", json_text(bench->suite), "benchmark",
		json_text(bench->name), "why", json_text_taken(audit_words_why_not(bench)));
}

static void dump_not_audited(FILE *out, const struct audit *audit)
{
	size_t n = 0;

	for (size_t i = 0; i < audit->benches.count; i++)
		if (audit_left_out(audit, &audit->benches.items[i])) {
			begin_item(out, n++);
			json_write(out, not_audited_json(&audit->benches.items[i]), DIGITS);
		}
}

static json_t *summary_json(const struct audit *audit)
{
	return json_pack("{so so so so so so so so}", "fit", json_count(audit->fit), "warned",
		json_count(audit->warned), "errors", json_count(audit->errors), "warnings",
		json_count(audit->warnings), "infos", json_count(audit->infos), "waived",
		json_count(audit->waived), "not_audited", json_count(audit->not_audited),
		"machine_noise", machine_noise_json(&audit->noise));
}

static void json_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	(void)options;
	fputs("{\"schema\": \"bdriver-doctor-1\",\n\"findings\": [", out);
	for (size_t i = 0; i < audit->findings.count; i++) {
		begin_item(out, i);
		json_write(out, audit_finding_json(&audit->findings.items[i]), DIGITS);
	}
	fputs("],\n\"unanswered\": [", out);
	for (size_t i = 0; i < audit->unanswered_count; i++) {
		begin_item(out, i);
		json_write(out, unanswered_json(&audit->unanswered[i]), DIGITS);
	}
	fputs("],\n\"unused_waivers\": [", out);
	for (size_t i = 0; i < audit->unused_count; i++) {
		begin_item(out, i);
		json_write(out, unused_json(audit->unused[i]), DIGITS);
	}
	fputs("],\n\"not_audited\": [", out);
	dump_not_audited(out, audit);
	fputs("],\n\"summary\": ", out);
	json_write(out, summary_json(audit), DIGITS);
	fprintf(out, ",\n\"checked\": %zu}\n", audit->benches.count - audit->not_audited);
}

const struct audit_format audit_json = { "json", json_audit };
