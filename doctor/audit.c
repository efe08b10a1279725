/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/audit.h"

#include "compare/base/memory.h"
#include "doctor/checks.h"
#include "doctor/machine_noise.h"

#include <stdlib.h>
#include <string.h>

static bool is_listed(const char *const *names, const struct check *check)
{
	for (; names && *names; names++)
		if (check_find(*names) == check)
			return true;
	return false;
}

bool audit_chosen(const struct audit_choice *choice, const struct check *check)
{
	if (!choice || !choice->only)
		return !check->on_request && !(choice && is_listed(choice->skip, check));
	return is_listed(choice->only, check) && !is_listed(choice->skip, check);
}

static void note_unanswered(struct audit *audit, const struct check *check, unsigned missing)
{
	size_t n = audit->unanswered_count;
	struct unanswered *entry;

	if (!n || audit->unanswered[n - 1].check != check)
		audit->unanswered[audit->unanswered_count++].check = check;
	entry = &audit->unanswered[audit->unanswered_count - 1];
	entry->missing |= missing;
	entry->benchmarks++;
}

/* The needs of the check that the bench does not meet, as enum need, or'ed. */
static unsigned missing_for(
	const struct check *check, const struct bench_data *bench, unsigned offers)
{
	unsigned missing = check->needs & ~offers;

	if (missing)
		return missing;
	if (check->min_samples && !bench_data_has_samples(bench, check->min_samples))
		return NEED_ENOUGH;
	return check->enough && !check->enough(bench) ? NEED_ENOUGH : 0;
}

static void drop_from(struct findings *findings, size_t n)
{
	while (findings->count > n)
		finding_release(&findings->items[--findings->count]);
}

/* Does the finding need confirmation by launches alone? */
static bool is_doubtful(const struct finding *finding)
{
	const struct check *check = finding->check;

	return check->alone && !(check->is_clear && check->is_clear(finding));
}

/* Needs that a busy machine may leave unmet in any log. */
#define NEEDS_CALM (NEED_QUIET | NEED_STEADY)

/* Were there as many launches alone as a check of launches asks for, and quiet ones? They are
 * the best evidence, whoever asked for them. */
static bool decides_alone(const struct check *check, const struct bench_data *alone)
{
	return check->alone == ALONE_MANY && alone && alone->series_count &&
	       bench_data_main_series(alone)->count >= ALONE_MANY &&
	       !missing_for(check, alone, bench_data_offers(alone));
}

/*
 * A finding that other launches may have caused counts only if the benchmark shows it again
 * alone, with the numbers of those launches. If these had no quiet core either, the answer is
 * unknown. Launches alone also answer for needs that the others do not meet. Returns the unmet
 * needs, as enum need, or'ed.
 */
static unsigned examine_bench(struct findings *findings, const struct check *check,
	const struct bench_data *bench, unsigned missing)
{
	const struct bench_data *alone = bench->alone;
	size_t before = findings->count;
	unsigned offers, lacks;

	findings->check = check;
	findings->bench = bench;
	if (!missing) {
		check->run(bench, findings);
		if (findings->count == before ? !decides_alone(check, alone)
					      : !is_doubtful(&findings->items[before]))
			return 0;
	}
	if (!check->alone || !alone || !alone->series_count)
		return missing;
	offers = bench_data_offers(alone);
	lacks = missing_for(check, alone, offers) | (check->alone_needs & ~offers);
	if (missing && check->needs & NEED_QUIET &&
		!series_is_quiet(bench_data_main_series(alone)))
		return missing;
	if (!lacks) {
		drop_from(findings, before);
		check->run(alone, findings);
	} else if (!missing && lacks & NEEDS_CALM)
		drop_from(findings, before);
	else
		return missing;
	return lacks & NEEDS_CALM;
}

static void run_check(struct audit *audit, const struct check *check, const unsigned *offers)
{
	for (size_t i = 0; i < audit->benches.count; i++) {
		const struct bench_data *bench = &audit->benches.items[i];
		unsigned missing = missing_for(check, bench, offers[i]);

		/* A benchmark without a successful launch concerns `fails` alone. */
		if (missing & NEED_TIMES)
			continue;
		missing = examine_bench(&audit->findings, check, bench, missing);
		if (missing)
			note_unanswered(audit, check, missing);
	}
}

static struct bench_data *bench_of(const struct audit *audit, const struct finding *finding)
{
	return &audit->benches.items[finding->bench - audit->benches.items];
}

static void waive_findings(struct findings *findings, struct settings *settings)
{
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *f = &findings->items[i];

		f->waived = settings_waive_finding(
			settings, f->check->name, f->bench->suite, f->bench->name);
	}
}

#define WEIGHT_WARNING 1000
#define WEIGHT_ERROR   1000000

/* By its worst finding that is not waived, then by their number. */
static void rank_benches(const struct audit *audit)
{
	static const unsigned weight[] = { 1, WEIGHT_WARNING, WEIGHT_ERROR };

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (!f->waived)
			bench_of(audit, f)->badness += weight[f->severity];
	}
}

static int by_badness(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->bench->badness != y->bench->badness)
		return x->bench->badness > y->bench->badness ? -1 : 1;
	if (x->bench != y->bench)
		return x->bench < y->bench ? -1 : 1;
	if (x->waived != y->waived)
		return x->waived ? 1 : -1;
	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	for (size_t c = 0; all_checks[c]; c++)
		if (all_checks[c] == x->check || all_checks[c] == y->check)
			return x->check == y->check ? 0 : all_checks[c] == x->check ? -1 : 1;
	return 0;
}

static void sort_findings(struct audit *audit)
{
	struct findings *all = &audit->findings;

	if (all->count)
		qsort(all->items, all->count, sizeof(*all->items), by_badness);
	for (size_t i = all->count; i-- > 0;) {
		struct bench_data *bench = bench_of(audit, &all->items[i]);

		bench->findings = &all->items[i];
		bench->finding_count++;
	}
}

bool audit_left_out(const struct bench_data *bench)
{
	for (size_t i = 0; i < bench->finding_count; i++)
		if (!bench->findings[i].waived && bench->findings[i].severity > SEVERITY_INFO)
			return false;
	return !bench->series_count;
}

static void count_findings(struct audit *audit)
{
	size_t *const counts[] = { &audit->infos, &audit->warnings, &audit->errors };

	for (size_t i = 0; i < audit->benches.count; i++) {
		const struct bench_data *bench = &audit->benches.items[i];
		bool left_out = audit_left_out(bench);

		audit->not_audited += left_out;
		audit->fit += bench->badness < WEIGHT_ERROR && !left_out;
		audit->warned +=
			bench->badness >= WEIGHT_WARNING && bench->badness < WEIGHT_ERROR;
	}
	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		++*(f->waived ? &audit->waived : counts[f->severity]);
	}
}

/* Takes out the benchmarks that were not chosen. */
static void choose_benches(struct benches *benches, const struct audit_choice *choice)
{
	size_t kept = 0;

	if (!choice || !choice->takes)
		return;
	for (size_t i = 0; i < benches->count; i++) {
		struct bench_data *bench = &benches->items[i];

		if (choice->takes(choice->ctx, bench->suite, bench->name))
			benches->items[kept++] = *bench;
		else
			bench_data_release(bench);
	}
	benches->count = kept;
}

/* Could the waiver have matched: was its check answered on its benchmarks? */
static bool was_asked(const struct audit *audit, const struct waiver *waiver,
	const struct audit_choice *choice)
{
	const struct check *check = check_find(waiver->check);
	bool covers = false;

	if (check && !audit_chosen(choice, check))
		return false;
	if (check && audit->noise.findings && check->needs & NEED_QUIET)
		return false;
	for (size_t i = 0; i < audit->unanswered_count; i++)
		if (audit->unanswered[i].check == check &&
			audit->unanswered[i].missing & NEEDS_CALM)
			return false;
	for (size_t i = 0; i < audit->benches.count; i++) {
		const struct bench_data *bench = &audit->benches.items[i];

		if (!waiver_covers(waiver, bench->suite, bench->name))
			continue;
		covers = true;
		if (check && missing_for(check, bench, bench_data_offers(bench)))
			return false;
	}
	return covers || !choice || !choice->partial;
}

static void find_unused(
	struct audit *audit, const struct settings *settings, const struct audit_choice *choice)
{
	audit->unused = memory_zeroed(settings->waiver_count, sizeof(*audit->unused));
	for (size_t i = 0; i < settings->waiver_count; i++) {
		const struct waiver *waiver = &settings->waivers[i];

		if (!waiver->used && was_asked(audit, waiver, choice))
			audit->unused[audit->unused_count++] = waiver;
	}
}

static void doubt_check(struct doubt *doubt, const struct check *check)
{
	doubt->needs |= check->needs | check->alone_needs | NEED_TIMES;
	if (doubt->launches < check->alone)
		doubt->launches = check->alone;
}

struct doubt audit_doubt(const struct bench_data *bench, const struct audit_choice *choice)
{
	unsigned missing = NEEDS_CALM & ~bench_data_offers(bench);
	struct doubt doubt = { 0 };

	for (size_t i = 0; i < bench->finding_count; i++)
		if (is_doubtful(&bench->findings[i]) && !bench->findings[i].waived)
			doubt_check(&doubt, bench->findings[i].check);
	for (size_t c = 0; bench->series_count && missing && all_checks[c]; c++)
		if (all_checks[c]->alone && all_checks[c]->needs & missing &&
			audit_chosen(choice, all_checks[c]))
			doubt_check(&doubt, all_checks[c]);
	return doubt;
}

void audit_logs(struct audit *audit, const struct log *logs, size_t log_count,
	struct settings *settings, const struct audit_choice *choice)
{
	AUTO_FREE unsigned *offers = NULL;

	memset(audit, 0, sizeof(*audit));
	benches_collect(&audit->benches, logs, log_count);
	choose_benches(&audit->benches, choice);
	for (size_t i = 1; i < audit->benches.count; i++)
		audit->several_suites |= strcmp(audit->benches.items[i].suite,
						 audit->benches.items[0].suite) != 0;
	benches_find_leaders(&audit->benches);
	offers = memory_zeroed(audit->benches.count, sizeof(*offers));
	for (size_t i = 0; i < audit->benches.count; i++)
		offers[i] = bench_data_offers(&audit->benches.items[i]);
	audit->findings.settings = settings;
	audit->unanswered = memory_zeroed(CHECKS_MAX, sizeof(*audit->unanswered));
	for (size_t c = 0; all_checks[c]; c++)
		if (audit_chosen(choice, all_checks[c]))
			run_check(audit, all_checks[c], offers);
	/* Before findings are removed: a waiver of one of those counts as used. */
	waive_findings(&audit->findings, settings);
	if (!choice || !choice->doubts)
		machine_noise_find(&audit->noise, &audit->benches, &audit->findings, settings);
	find_unused(audit, settings, choice);
	rank_benches(audit);
	sort_findings(audit);
	count_findings(audit);
}

void audit_release(struct audit *audit)
{
	benches_release(&audit->benches);
	findings_release(&audit->findings);
	free(audit->unanswered);
	free(audit->unused);
	memset(audit, 0, sizeof(*audit));
}
