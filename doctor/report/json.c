/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "doctor/report/words.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *text(const char *value)
{
	char *clean = markup_utf8(value);
	json_t *json = json_string(clean);

	free(clean);
	return json;
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value) != 0)
		memory_fatal("jansson");
}

static json_t *count(size_t value)
{
	return json_integer((json_int_t)value);
}

static json_t *finding_json(const struct finding *f)
{
	json_t *json = json_object(), *evidence = json_object();

	for (size_t i = 0; i < f->number_count; i++)
		set(evidence, f->numbers[i].name, number(f->numbers[i].value));
	set(json, "check", text(f->check->name));
	set(json, "severity", text(severity_name(f->severity)));
	set(json, "suite", text(f->bench->suite));
	set(json, "benchmark", text(f->bench->name));
	if (f->bench->build[0])
		set(json, "build", text(f->bench->build));
	set(json, "message", text(f->message));
	set(json, "advice", text(f->advice));
	set(json, "evidence", evidence);
	set(json, "file", f->bench->file[0] ? text(f->bench->file) : json_null());
	set(json, "line", f->bench->line ? json_integer(f->bench->line) : json_null());
	set(json, "waived", json_boolean(f->waived));
	return json;
}

static json_t *unanswered_json(const struct unanswered *unanswered)
{
	json_t *json = json_object(), *missing = json_array();

	for (unsigned bit = 0; bit < NEED_COUNT; bit++)
		if (unanswered->missing & 1u << bit &&
			json_array_append_new(
				missing, text(need_text((enum need)(1u << bit)))) != 0)
			memory_fatal("jansson");
	set(json, "check", text(unanswered->check->name));
	set(json, "benchmarks", count(unanswered->benchmarks));
	set(json, "missing", missing);
	return json;
}

static json_t *unused_json(const struct waiver *waiver)
{
	json_t *json = json_object();

	set(json, "check", text(waiver->check));
	set(json, "pattern", text(waiver->pattern));
	set(json, "origin", text(waiver->origin));
	return json;
}

/* Takes the value. */
static void dump(FILE *out, json_t *json)
{
	if (json_dumpf(json, out, JSON_COMPACT | JSON_REAL_PRECISION(12)) != 0 && !ferror(out))
		memory_fatal("jansson");
	json_decref(json);
}

static void begin_item(FILE *out, size_t i)
{
	fputs(i ? ",\n" : "\n", out);
}

static json_t *calibration_json(const struct audit_calibration *c)
{
	json_t *json;

	if (!c->benchmarks)
		return json_null();
	json = json_object();
	set(json, "benchmarks", count(c->benchmarks));
	set(json, "changed", count(c->changed));
	set(json, "smallest_8", number(c->smallest_8));
	set(json, "smallest_20", number(c->smallest_20));
	return json;
}

static json_t *unsteady_json(const struct audit_noise *u)
{
	json_t *json;

	if (!u->found)
		return json_null();
	json = json_object();
	set(json, "benchmarks", count(u->benchmarks));
	set(json, "sd", number(u->sd));
	set(json, "launches", count(u->launches));
	set(json, "shared", count(u->shared));
	set(json, "findings", count(u->findings));
	return json;
}

static json_t *not_audited_json(const struct bench_data *bench)
{
	json_t *json = json_object();
	char *why = audit_words_why_not(bench);

	set(json, "suite", text(bench->suite));
	set(json, "benchmark", text(bench->name));
	set(json, "why", text(why));
	free(why);
	return json;
}

static void dump_not_audited(FILE *out, const struct audit *audit)
{
	size_t n = 0;

	for (size_t i = 0; i < audit->benches.count; i++)
		if (audit_left_out(audit, &audit->benches.items[i])) {
			begin_item(out, n++);
			dump(out, not_audited_json(&audit->benches.items[i]));
		}
}

static void dump_summary(FILE *out, const struct audit *audit)
{
	json_t *json = json_object();

	set(json, "fit", count(audit->fit));
	set(json, "errors", count(audit->errors));
	set(json, "warnings", count(audit->warnings));
	set(json, "infos", count(audit->infos));
	set(json, "waived", count(audit->waived));
	set(json, "not_audited", count(audit->not_audited));
	set(json, "unsteady", unsteady_json(&audit->noise));
	set(json, "calibration", calibration_json(&audit->calibration));
	dump(out, json);
}

void audit_json(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	(void)options;
	fputs("{\"schema\": \"bdriver-doctor-1\",\n\"findings\": [", out);
	for (size_t i = 0; i < audit->findings.count; i++) {
		begin_item(out, i);
		dump(out, finding_json(&audit->findings.items[i]));
	}
	fputs("],\n\"unanswered\": [", out);
	for (size_t i = 0; i < audit->unanswered_count; i++) {
		begin_item(out, i);
		dump(out, unanswered_json(&audit->unanswered[i]));
	}
	fputs("],\n\"unused_waivers\": [", out);
	for (size_t i = 0; i < audit->unused_count; i++) {
		begin_item(out, i);
		dump(out, unused_json(audit->unused[i]));
	}
	fputs("],\n\"not_audited\": [", out);
	dump_not_audited(out, audit);
	fputs("],\n\"summary\": ", out);
	dump_summary(out, audit);
	fprintf(out, ",\n\"checked\": %zu}\n", audit->benches.count - audit->not_audited);
}
