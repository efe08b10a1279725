/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveats.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/print/format.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Warnings about damaged rows that are quoted, per log. */
#define QUOTED 3

/* Fewer launches per side detect little, with any rule. */
#define FEW_LAUNCHES 5

/* Load per core at the start of a run above which the machine was busy. */
#define BUSY 0.5
/* Report shared cores from this share of launches, and this many launches, on. */
#define SHARED              0.2
#define SHARED_LAUNCHES_MIN 20

struct meta_check {
	const char *key;
	const char *text; /* "Different %s: OLD (old), NEW (new)..." */
	const char *why;
};

/* The most serious first: most of these affect every figure of the table. */
static const struct meta_check checks[] = {
	{ "host", "machines", "the differences below include those of the machines" },
	{ "cpu_model", "CPU models", "no rule can distinguish them from a change" },
	{ "governor", "CPU governors", "clock rates differ" },
	{ "turbo", "turbo settings", "clock rates differ" },
	{ "workers", "numbers of workers", "parallel launches slow each other down" },
	{ "cores", "numbers of cores", "launches had different resources" },
	{ "virtualisation", "kinds of virtualisation", "times are not comparable" },
	{ "kernel", "kernels", "system calls and page faults may cost differently" },
	{ "profile", "profiles", "launches were measured differently" },
	{ "version", "versions of bdriver", "they may measure differently" },
};

static void check_unknown_host(struct comparison *c)
{
	if (!log_meta(c->old, "host") && !log_meta(c->new, "host"))
		string_list_addf(
			&c->caveats, "Neither log says on which machine it was measured.");
	else
		string_list_addf(&c->caveats,
			"The %s log does not say on which machine it was measured.",
			log_meta(c->old, "host") ? c->names.new : c->names.old);
}

static void check_meta(struct comparison *c)
{
	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++) {
		const char *then = log_meta(c->old, checks[i].key);
		const char *now = log_meta(c->new, checks[i].key);

		if (then && now && strcmp(then, now) != 0)
			string_list_addf(&c->caveats, "Different %s: %s (%s), %s (%s); %s.",
				checks[i].text, then, c->names.old, now, c->names.new,
				checks[i].why);
	}
	if (!log_meta(c->old, "host") || !log_meta(c->new, "host"))
		check_unknown_host(c);
}

/* The suites of the old and the new log that are compared, each pair once. */
struct suite_walk {
	struct table *seen;
	struct string_list same_build, flags;
};

static void check_suite(struct comparison *c, struct suite_walk *walk, const char *old_suite,
	const char *new_suite)
{
	static const char *const what[] = { "compiler", "flags" };
	const char *old_id = log_suite_meta(c->old, old_suite, "build_id");
	const char *new_id = log_suite_meta(c->new, new_suite, "build_id");

	if (old_id && new_id && *old_id && strcmp(old_id, new_id) == 0)
		string_list_add(&walk->same_build, new_suite);
	for (size_t i = 0; i < 2; i++) {
		const char *old = log_suite_meta(c->old, old_suite, what[i]);
		const char *new = log_suite_meta(c->new, new_suite, what[i]);
		char *text;

		if (!old || !new || strcmp(old, new) == 0)
			continue;
		text = memory_format("%s: '%s' (%s), '%s' (%s)", what[i], old, c->names.old,
			new, c->names.new);
		string_list_add_once(&walk->flags, text);
		free(text);
	}
}

static void check_suites(struct comparison *c)
{
	struct suite_walk walk = { .seen = table_new() };
	const char *last = NULL;
	char *joined;

	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];

		if (!row->old.benchmark || !row->new.benchmark)
			continue;
		if ((last && strcmp(last, row->suite) == 0) ||
			table_find(walk.seen, row->suite))
			continue;
		last = row->suite;
		table_add(walk.seen, row->suite, 0, NULL);
		check_suite(c, &walk, row->old.benchmark->suite, row->new.benchmark->suite);
	}
	for (size_t i = 0; i < walk.flags.count; i++)
		string_list_addf(&c->caveats, "Different builds, %s.", walk.flags.items[i]);
	joined = string_list_take(&walk.same_build, ", ");
	if (*joined)
		string_list_addf(&c->caveats,
			"Both sides are the same binary (build id): %s. Changes there do not "
			"come from its code.",
			joined);
	free(joined);
	table_free(walk.seen);
	string_list_release(&walk.flags);
}

static void check_log_state(struct comparison *c, const struct log *log, const char *side)
{
	size_t shown = log->warning_count < QUOTED ? log->warning_count : QUOTED;
	size_t rest = log->warning_count - shown + log->warnings_dropped;

	if (!log->complete)
		string_list_addf(&c->caveats,
			"The %s log is incomplete: its run was interrupted or has not ended.",
			side);
	for (size_t i = 0; i < shown; i++)
		string_list_add(&c->caveats, log->warnings[i].text);
	if (rest)
		string_list_addf(&c->caveats, "... and %zu more warning%s about the %s log.",
			rest, PLURAL(rest), side);
}

struct row_counts {
	size_t compared, iterations, old_failed, new_failed, unmatched, few;
	size_t launches, disturbed, disturbed_rows, rows;
	size_t least, most; /* launches of a side */
};

static void count_row(struct row_counts *counts, const struct row *row)
{
	int64_t old_n = row_side_iterations(&row->old), new_n = row_side_iterations(&row->new);
	size_t least =
		row->old.launches < row->new.launches ? row->old.launches : row->new.launches;

	counts->launches += row->old.launches + row->new.launches;
	counts->disturbed += row->old.disturbed + row->new.disturbed;
	counts->disturbed_rows += row->old.disturbed || row->new.disturbed;
	counts->rows++;
	counts->old_failed += row->old.launches && row->old.failures;
	counts->new_failed += row->new.launches && row->new.failures;
	if (!least)
		return;
	counts->compared++;
	counts->iterations +=
		old_n == 0 || new_n == 0 || (old_n > 0 && new_n > 0 && old_n != new_n);
	counts->unmatched += row->old.launches != row->new.launches;
	counts->few += least < FEW_LAUNCHES;
	if (!counts->least || least < counts->least)
		counts->least = least;
	if (least > counts->most)
		counts->most = least;
}

static bool same_launches(const struct log_benchmark *old, const struct log_benchmark *new)
{
	if (!old || !new || old->launch_count != new->launch_count)
		return false;
	for (size_t i = 0; i < old->launch_count; i++) {
		const struct launch *a = &old->launches[i], *b = &new->launches[i];

		if (a->status != b->status || a->sample_count != b->sample_count ||
			(a->status == OUTCOME_OK &&
				(a->min_ns != b->min_ns || a->q1_ns != b->q1_ns ||
					a->median_ns != b->median_ns ||
					a->max_ns != b->max_ns)))
			return false;
	}
	return true;
}

static bool is_itself(const struct comparison *c)
{
	for (size_t i = 0; i < c->row_count; i++)
		if (!same_launches(c->rows[i].old.benchmark, c->rows[i].new.benchmark))
			return false;
	return c->row_count > 0;
}

static void check_rule(struct comparison *c, const struct row_counts *counts)
{
	bool same = log_same_session(c->old, c->new);

	if (!counts->compared)
		return;
	if (is_itself(c)) {
		string_list_addf(&c->caveats,
			"Both logs hold the same launches: a log was compared with itself.");
		return;
	}
	if (c->rule == RULE_PAIRED && !same)
		string_list_addf(&c->caveats,
			"The logs are from different sessions: their rounds did not run side "
			"by side, so the paired verdicts are not valid.");
	if (c->rule == RULE_BOOTSTRAP)
		string_list_addf(&c->caveats,
			"The rule bootstrap is too sure of few launches: its intervals are too "
			"narrow, and more false calls pass than --fdr says.");
	if ((c->rule == RULE_UNPAIRED || c->rule == RULE_BOOTSTRAP) && !same)
		string_list_addf(&c->caveats,
			"Two sessions: no test can distinguish a shift of the machine between "
			"them from a change of everything.");
	if (c->rule == RULE_UNPAIRED && same)
		string_list_addf(&c->caveats,
			"The logs are from one session; the rule paired would detect more.");
	if (c->rule == RULE_RANGE)
		string_list_addf(&c->caveats,
			"%s: minima are compared, and noise may be called a change, often so "
			"on a busy machine%s.",
			counts->most > 1 ? "The rule range tests nothing"
					 : "No test is possible with one launch per side",
			counts->most > 1 ? ""
					 : "; more launches (run --rounds) make it a test");
	if (c->rule == RULE_SWIFT || c->rule == RULE_JUDGE)
		string_list_addf(&c->caveats,
			"The rule %s tests nothing: it calls every difference beyond the "
			"threshold a change.",
			rule_name(c->rule));
	if (rule_method(c->rule)->tests && counts->few)
		string_list_addf(&c->caveats,
			"Few launches: %zu of %zu benchmark%s %s fewer than %d per side "
			"(minimum: %zu); small changes cannot be detected.",
			counts->few, counts->compared, PLURAL(counts->compared),
			counts->few == 1 ? "has" : "have", FEW_LAUNCHES, counts->least);
}

static void check_rows(struct comparison *c, const struct row_counts *counts)
{
	if (counts->old_failed || counts->new_failed)
		string_list_addf(&c->caveats,
			"Some launches failed: of %zu benchmark%s in the %s log, of %zu in the "
			"%s log; the other launches of these benchmarks are compared.",
			counts->old_failed, PLURAL(counts->old_failed), c->names.old,
			counts->new_failed, c->names.new);
	if (counts->iterations)
		string_list_addf(&c->caveats,
			"Different iterations per sample: %zu of %zu benchmark%s; minima "
			"depend on them.",
			counts->iterations, counts->compared, PLURAL(counts->compared));
	if (counts->disturbed)
		string_list_addf(&c->caveats,
			"Disturbed launches are compared as well: %zu of %zu, in %zu of %zu "
			"benchmark%s.",
			counts->disturbed, counts->launches, counts->disturbed_rows,
			counts->rows, PLURAL(counts->rows));
	if (c->rule == RULE_PAIRED && counts->unmatched)
		string_list_addf(&c->caveats,
			"Rounds with one build only are left out: %zu of %zu benchmark%s %s "
			"more launches on one side.",
			counts->unmatched, counts->compared, PLURAL(counts->compared),
			counts->unmatched == 1 ? "has" : "have");
}

/* The largest change that a benchmark with the same code is called, as a ratio minus 1. */
static double largest_control(const struct comparison *c)
{
	double largest = 0;

	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];

		if (row->same_code && row->verdict <= VERDICT_IMPROVED)
			largest = fmax(largest, fabs(log(row->time_ratio)));
	}
	return expm1(largest);
}

/*
 * Side by side on one machine, a control can only "change" by a fault of the measurement, or
 * because its code and data lie elsewhere in memory. In two sessions the machine or a library
 * may have changed as well. That the false discovery rate allows some false calls is no excuse:
 * a reader cannot distinguish them from the others.
 */
static void check_controls(struct comparison *c)
{
	char text[FORMAT_SIZE];

	if (!c->summary.controls_changed)
		return;
	string_list_addf(&c->caveats,
		"%sOf %zu benchmark%s with the same machine code in both builds, %zu %s called "
		"changed, by up to %s: %s.",
		c->rule == RULE_PAIRED ? "Bad run. " : "", c->summary.controls,
		PLURAL(c->summary.controls), c->summary.controls_changed,
		c->summary.controls_changed == 1 ? "is" : "are",
		format_percent(text, largest_control(c)),
		c->rule == RULE_PAIRED ? "noise or the place of their code in memory, and "
					 "other changes of that size may have the same cause; "
					 "measure again on a quieter machine"
				       : "noise, the machine or a library, and other changes "
					 "may have the same cause");
}

static void check_load(struct comparison *c, const struct log *log, const char *whose)
{
	const char *load = log_meta(log, "load"), *cores = log_meta(log, "cores");
	double busy = load ? strtod(load, NULL) : 0, room = cores ? strtod(cores, NULL) : 0;

	if (room > 0 && busy > BUSY * room)
		string_list_addf(&c->caveats,
			"The machine was busy when the %s started: load %s on %s cores.", whose,
			load, cores);
}

static void check_core(struct comparison *c, const struct log *log, const char *whose)
{
	const char *meta = log_meta(log, "core_shared");
	double shared, launches;
	char *end;

	if (!meta)
		return;
	shared = strtod(meta, &end);
	launches = strncmp(end, " of ", 4) ? 0 : strtod(end + 4, NULL);
	if (launches >= SHARED_LAUNCHES_MIN && shared > SHARED * launches)
		string_list_addf(&c->caveats,
			"%.0f of %.0f launches of the %s met a neighbour on their core's other "
			"hyperthread: other guests of the machine, or other programs.",
			shared, launches, whose);
}

static void check_one(struct comparison *c, const struct log *log, const char *name,
	void (*check)(struct comparison *, const struct log *, const char *whose))
{
	char *whose = memory_format("%s log", name);

	check(c, log, whose);
	free(whose);
}

/* Both logs of a paired run describe the whole run: report it once. */
static void check_run(struct comparison *c, const char *key,
	void (*check)(struct comparison *, const struct log *, const char *whose))
{
	const char *old = log_meta(c->old, key), *new = log_meta(c->new, key);

	if (old && new &&strcmp(old, new) == 0 && log_same_session(c->old, c->new)) {
		check(c, c->old, "run");
		return;
	}
	check_one(c, c->old, c->names.old, check);
	check_one(c, c->new, c->names.new, check);
}

void caveats_find(struct comparison *c)
{
	struct row_counts counts = { 0 };

	for (size_t i = 0; i < c->row_count; i++)
		count_row(&counts, &c->rows[i]);
	check_controls(c);
	check_rule(c, &counts);
	check_meta(c);
	check_suites(c);
	check_run(c, "load", check_load);
	check_run(c, "core_shared", check_core);
	check_log_state(c, c->old, c->names.old);
	check_log_state(c, c->new, c->names.new);
	check_rows(c, &counts);
	for (size_t i = 0; i < c->join.notes.count; i++)
		string_list_add(&c->caveats, c->join.notes.items[i]);
}
