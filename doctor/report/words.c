/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/words.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "doctor/checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 10

char *audit_words_full_name(const struct bench_data *bench)
{
	bool built = bench->build[0];

	return memory_format("%s/%s%s%s%s", bench->suite, bench->name, built ? " (" : "",
		bench->build, built ? ")" : "");
}

char *audit_words_name(const struct audit *audit, const struct bench_data *bench)
{
	char *full = audit_words_full_name(bench);

	if (!audit->several_suites)
		memmove(full, full + strlen(bench->suite) + 1,
			strlen(full) - strlen(bench->suite));
	return full;
}

char *audit_words_place(const struct bench_data *bench)
{
	if (!bench->file[0])
		return memory_text("");
	if (!bench->line)
		return memory_text(bench->file);
	return memory_format("%s:%u", bench->file, bench->line);
}

char *audit_words_finding(const struct finding *finding)
{
	return memory_format(
		"%s%s%s.", finding->message, finding->advice[0] ? ": " : "", finding->advice);
}

char *audit_words_numbers(const struct finding *finding)
{
	struct string_list list = { 0 };

	for (size_t i = 0; i < finding->number_count; i++)
		if (isfinite(finding->numbers[i].value))
			string_list_addf(&list, "%s %.6g", finding->numbers[i].name,
				finding->numbers[i].value);
		else
			string_list_addf(&list, "%s unknown", finding->numbers[i].name);
	if (finding->code)
		string_list_add(&list, finding->code);
	return string_list_finish(&list, ", ");
}

static void count_words(struct string_list *list, size_t count, const char *word, bool plural)
{
	if (count)
		string_list_addf(list, "%zu %s%s", count, word, plural ? PLURAL(count) : "");
}

/* Checks without an answer for any benchmark. */
static size_t silent_checks(const struct audit *audit)
{
	size_t all = audit->benches.count - audit->not_audited, count = 0;

	for (size_t i = 0; i < audit->unanswered_count; i++)
		count += audit->unanswered[i].benchmarks >= all;
	return all ? count : 0;
}

/* What follows "are fit". */
static char *how_far(const struct audit *audit)
{
	size_t silent = silent_checks(audit);
	AUTO_FREE char *warned = audit->warned == 0 ? memory_text("")
				 : audit->fit == 1
					 ? memory_text(", with a warning")
					 : memory_format(", %zu with a warning", audit->warned);

	return silent ? memory_format("%s, as far as this log can tell (%zu check%s "
				      "without an answer)",
				warned, silent, PLURAL(silent))
		      : memory_text(warned);
}

char *audit_words_counts(const struct audit *audit, bool infos)
{
	AUTO(string_list_release) struct string_list list = { 0 };
	AUTO_FREE char *joined = NULL, *tells = NULL;
	size_t n = audit->benches.count;

	count_words(&list, audit->errors, "error", true);
	count_words(&list, audit->warnings, "warning", true);
	if (audit->infos)
		string_list_addf(&list, "%zu info%s%s", audit->infos, PLURAL(audit->infos),
			infos ? "" : " (-v shows them)");
	count_words(&list, audit->waived, "waived", false);
	count_words(&list, audit->not_audited, "not audited", false);
	joined = string_list_join(&list, ", ");
	tells = how_far(audit);
	return memory_format("%zu of %zu benchmark%s %s fit%s%s%s", audit->fit, n, PLURAL(n),
		n == 1 || audit->fit == 1 ? "is" : "are", tells, list.count ? ": " : "",
		joined);
}

static size_t findings_of(const struct audit *audit, const struct check *check, bool infos)
{
	size_t count = 0;

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		count += f->check == check && !f->waived &&
			 (infos || f->severity > SEVERITY_INFO);
	}
	return count;
}

char *audit_words_by_check(const struct audit *audit, bool infos)
{
	struct string_list list = { 0 };

	for (size_t c = 0; all_checks[c]; c++) {
		size_t count = findings_of(audit, all_checks[c], infos);

		if (count)
			string_list_addf(&list, "%s %zu", all_checks[c]->name, count);
	}
	return list.count ? string_list_finish(&list, ", ") : NULL;
}

struct time_of {
	const struct bench_data *bench;
	double ns;
};

static int slowest_first(const void *a, const void *b)
{
	const struct time_of *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return x->bench < y->bench ? -1 : 1;
}

static char *describe_slowest(
	const struct audit *audit, const struct time_of *times, double sum)
{
	struct string_list list = { 0 };
	char percent[FORMAT_SIZE], time[FORMAT_SIZE];
	double slow = 0;
	AUTO_FREE char *joined = NULL;

	for (size_t i = 0; i < SLOWEST; i++) {
		AUTO_FREE char *name = audit_words_name(audit, times[i].bench);

		slow += times[i].ns;
		string_list_addf(&list, "%s %s", name, format_time(time, times[i].ns));
	}
	joined = string_list_finish(&list, ", ");
	return memory_format("the ten slowest take %s of the time of one pass (one iteration "
			     "of each benchmark): %s",
		format_percent(percent, slow / sum), joined);
}

char *audit_words_slowest(const struct audit *audit)
{
	AUTO_FREE struct time_of *times = memory_zeroed(audit->benches.count, sizeof(*times));
	size_t count = 0;
	double sum = 0;
	char *text = NULL;

	for (size_t i = 0; i < audit->benches.count; i++) {
		double ns = fmax(bench_data_slope_ns(&audit->benches.items[i]), 0);

		if (!audit->benches.items[i].series_count)
			continue;
		times[count].bench = &audit->benches.items[i];
		times[count++].ns = ns;
		sum += ns;
	}
	if (count > SLOWEST && sum > 0) {
		qsort(times, count, sizeof(*times), slowest_first);
		text = describe_slowest(audit, times, sum);
	}
	return text;
}

char *audit_words_why_not(const struct bench_data *bench)
{
	const struct launch *launch = bench->failed_count ? bench->failed[0] : NULL;
	const char *detail = launch && launch->evidence ? launch->evidence->detail : "";

	if (!launch)
		return memory_text("not measured");
	return memory_format(
		"%s%s%s", outcome_name(launch->status), detail[0] ? ": " : "", detail);
}

#define NAMED 10

char *audit_words_not_audited(const struct audit *audit)
{
	struct string_list list = { 0 };
	size_t count = 0;
	AUTO_FREE char *joined = NULL;

	for (size_t i = 0; i < audit->benches.count; i++) {
		const struct bench_data *bench = &audit->benches.items[i];
		AUTO_FREE char *name = NULL, *why = NULL;

		if (!audit_left_out(bench) || ++count > NAMED)
			continue;
		name = audit_words_name(audit, bench);
		why = audit_words_why_not(bench);
		string_list_addf(&list, "%s (%s)", name, why);
	}
	if (!count)
		return NULL;
	if (count > NAMED)
		string_list_addf(&list, "and %zu more", count - NAMED);
	joined = string_list_finish(&list, ", ");
	return memory_format("not audited, because no launch gave a time: %s", joined);
}

static char *noisy_alone(const struct audit *audit)
{
	const struct machine_noise *u = &audit->noise;
	char sd[FORMAT_SIZE];

	return memory_format("%zu of %zu benchmarks are noisy even alone, half of these with "
			     "an SD of %s or more",
		u->benchmarks, audit->benches.count - audit->not_audited,
		format_percent(sd, u->sd));
}

char *audit_words_noise(const struct audit *audit)
{
	const struct machine_noise *u = &audit->noise;
	struct string_list why = { 0 };
	AUTO_FREE char *joined = NULL, *findings = NULL;
	char *text, gap[FORMAT_SIZE];

	if (!u->found)
		return NULL;
	if (u->not_quiet)
		string_list_addf(&why, "other processes disturbed %zu of %zu launches",
			u->not_quiet, u->launches);
	if (u->benchmarks) {
		text = noisy_alone(audit);
		string_list_add(&why, text);
		free(text);
	}
	if (u->modes)
		string_list_addf(&why,
			"it had two speeds, %s apart, which %zu benchmarks show alike",
			format_percent(gap, exp(u->gap) - 1), u->modes);
	joined = string_list_finish(&why, ", ");
	if (u->findings)
		findings = memory_format("; %zu finding%s attributed to that", u->findings,
			u->findings == 1 ? " is" : "s are");
	text = memory_format("the machine was too noisy to judge noise%s: %s%s. Run 'bdriver "
			     "env --watch 10s' to see what "
			     "disturbs it, and repeat the audit when it is quiet",
		u->most_noisy ? ", modes, drift, dependence and outliers"
		: u->modes    ? " and modes"
			      : "",
		joined, findings ? findings : "");
	return text;
}

static char *needs_text(unsigned missing)
{
	struct string_list list = { 0 };

	for (unsigned bit = 0; bit < NEED_COUNT; bit++)
		if (missing & 1u << bit)
			string_list_add(&list, need_texts[bit]);
	return string_list_finish(&list, "; ");
}

char *audit_words_unanswered(const struct audit *audit, size_t *i)
{
	const struct unanswered *first = &audit->unanswered[*i], *one = first;
	const struct unanswered *end = audit->unanswered + audit->unanswered_count;
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *missing = needs_text(first->missing), *joined = NULL;

	for (; one < end && one->missing == first->missing &&
		one->benchmarks == first->benchmarks;
		one++, ++*i)
		string_list_add(&names, one->check->name);
	joined = string_list_join(&names, ", ");
	return memory_format("%s %s unknown for %zu benchmark%s: the log lacks %s", joined,
		names.count == 1 ? "is" : "are", first->benchmarks, PLURAL(first->benchmarks),
		missing);
}

char *audit_words_unanswered_brief(const struct audit *audit)
{
	size_t n = audit->unanswered_count, most = 0;

	for (size_t i = 0; i < n; i++)
		if (audit->unanswered[i].benchmarks > most)
			most = audit->unanswered[i].benchmarks;
	if (!n)
		return NULL;
	return memory_format("%zu check%s could not be answered for up to %zu benchmark%s "
			     "(-v: why)",
		n, PLURAL(n), most, PLURAL(most));
}

char *audit_words_unused(const struct waiver *waiver)
{
	return memory_format("%s: the waiver %s:%s no longer matches any finding: remove it",
		waiver->origin, waiver->check, waiver->pattern);
}

static void put_finding(struct cells *cells, const void *row, const void *audit)
{
	const struct finding *f = row;
	AUTO_FREE char *name = audit ? audit_words_name(audit, f->bench) : NULL;
	AUTO_FREE char *severity =
		memory_format("%s%s", severity_name(f->severity), f->waived ? " (waived)" : "");
	json_t *evidence = json_object();

	for (size_t i = 0; i < f->number_count; i++)
		json_put(evidence, f->numbers[i].name, json_number(f->numbers[i].value));
	cell_shown(cells, "benchmark", ALIGN_LEFT, STYLE_PLAIN, name);
	cell_text(cells, "check", "check", f->check->name);
	cell_shown(cells, "severity", ALIGN_LEFT, STYLE_PLAIN, severity);
	cell_text(cells, NULL, "severity", severity_name(f->severity));
	cell_text(cells, NULL, "suite", f->bench->suite);
	cell_text(cells, NULL, "benchmark", f->bench->name);
	if (f->bench->build[0])
		cell_text(cells, NULL, "build", f->bench->build);
	cell_text(cells, "seen", "message", f->message);
	cell_text(cells, "what to do", "advice", f->advice);
	cell_json(cells, "evidence", evidence);
	cell_text(cells, NULL, "file", f->bench->file[0] ? f->bench->file : NULL);
	cell_number(cells, NULL, "line", f->bench->line ? f->bench->line : NAN, NULL);
	cell_truth(cells, "waived", f->waived);
}

struct columns audit_finding_columns(const struct audit *audit)
{
	return (struct columns){
		.put = put_finding, .of = audit, .left = " --- ", .digits = AUDIT_DIGITS
	};
}
