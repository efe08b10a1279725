/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveats.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/print/format.h"
#include "compare/verdict/caveat_list.h"
#include "compare/verdict/machine_state.h"
#include "compare/verdict/nodes.h"
#include "compare/verdict/redefined.h"
#include "compare/verdict/rules.h"
#include "compare/verdict/whole.h"

#include <math.h>
#include <string.h>

/* Warnings about damaged rows that are quoted, per log. */
#define QUOTED 3

/* Fewer launches per side detect little, with any rule. */
#define FEW_LAUNCHES 5

struct meta_check {
	enum caveat_weight weight;
	const char *key;
	const char *text; /* "Different %s: OLD (old), NEW (new)..." */
	const char *why;
};

/* The most serious first: most of these affect every figure of the table. */
static const struct meta_check checks[] = {
	{ CAVEAT_VOID, "host", "machines",
		"the differences below include those of the machines" },
	{ CAVEAT_VOID, "cpu_model", "CPU models",
		"no rule can distinguish them from a change" },
	{ CAVEAT_VOID, "governor", "CPU governors", "clock rates differ" },
	{ CAVEAT_VOID, "turbo", "turbo settings", "clock rates differ" },
	{ CAVEAT_VOID, "workers", "numbers of workers",
		"parallel launches slow each other down" },
	{ CAVEAT_VOID, "cores", "numbers of cores", "launches had different resources" },
	{ CAVEAT_VOID, "virtualisation", "kinds of virtualisation",
		"times are not comparable" },
	{ CAVEAT_PART, "kernel", "kernels",
		"system calls and page faults may cost differently" },
	{ CAVEAT_PART, "profile", "profiles", "launches were measured differently" },
	{ CAVEAT_PART, "version", "versions of bdriver", "they may measure differently" },
};

static void check_unknown_host(struct comparison *c)
{
	bool old = log_meta(c->old, "host"), new = log_meta(c->new, "host");

	if (!old && !new)
		caveat_add(
			c, CAVEAT_FACT, "\tNeither log says on which machine it was measured.");
	else if (!old || !new)
		caveat_add(c, CAVEAT_FACT,
			"\tThe %s log does not say on which machine it was measured.",
			old ? c->names.new : c->names.old);
}

static void check_meta(struct comparison *c)
{
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		const struct meta_check *check = &checks[i];
		const char *then = log_meta(c->old, check->key);
		const char *now = log_meta(c->new, check->key);

		if (then && now && strcmp(then, now) != 0)
			caveat_add(c, check->weight, "Different %s: %s (%s), %s (%s)\t; %s.",
				check->text, then, c->names.old, now, c->names.new, check->why);
	}
	check_unknown_host(c);
}

/* The suites of the old and the new log that are compared, each pair once. */
struct suite_walk {
	struct table *seen;
	struct string_list same_build, settings, flags, ways, clocks;
};

static void check_suite(struct comparison *c, struct suite_walk *walk, const char *old_suite,
	const char *new_suite)
{
	static const char *const what[] = { "compiler", "flags" };
	const char *then = log_suite_meta(c->old, old_suite, "settings");
	const char *now = log_suite_meta(c->new, new_suite, "settings");
	const char *group = log_suite_meta(c->new, new_suite, "group");
	const char *moving = log_suite_meta(c->new, new_suite, "library_placement");
	const char *time = log_cpu_time(c->new, new_suite);
	const char *old_id = log_suite_meta(c->old, old_suite, "build_id");
	const char *new_id = log_suite_meta(c->new, new_suite, "build_id");

	if (old_id && new_id && *old_id && strcmp(old_id, new_id) == 0)
		string_list_add(&walk->same_build, new_suite);
	if (then && now && strcmp(then, now) != 0)
		string_list_add(&walk->settings, new_suite);
	if (group)
		string_list_addf(&walk->ways, "suite %s: %s", new_suite, group);
	if (moving)
		string_list_addf(&walk->ways,
			"suite %s: an edit of a shared library moves its other functions "
			"within their cache lines (%s)",
			new_suite, moving);
	if (time)
		string_list_addf(&walk->ways, "suite %s: %s", new_suite, time);
	if (!log_cpu_time(c->old, old_suite) != !time)
		string_list_add(&walk->clocks, new_suite);
	for (size_t i = 0; i < 2; i++) {
		const char *old = log_suite_meta(c->old, old_suite, what[i]);
		const char *new = log_suite_meta(c->new, new_suite, what[i]);
		AUTO_FREE char *text = NULL;

		if (!old || !new || strcmp(old, new) == 0)
			continue;
		text = memory_format("%s: '%s' (%s), '%s' (%s)", what[i], old, c->names.old,
			new, c->names.new);
		string_list_add_once(&walk->flags, text);
	}
}

static void say_suites(struct comparison *c, struct suite_walk *walk)
{
	AUTO_FREE char *same = string_list_join(&walk->same_build, ", ");
	AUTO_FREE char *settings = string_list_join(&walk->settings, ", ");
	AUTO_FREE char *clocks = string_list_join(&walk->clocks, ", ");

	for (size_t i = 0; i < walk->flags.count; i++)
		caveat_add(c, CAVEAT_FACT, "Different %s\nDifferent builds, %s.",
			walk->flags.items[i], walk->flags.items[i]);
	for (size_t i = 0; i < walk->ways.count; i++)
		caveat_add(c, CAVEAT_FACT, "\tIn %s.", walk->ways.items[i]);
	if (*same)
		caveat_add(c, CAVEAT_FACT,
			"\tBoth sides have the same build id: %s. Changes there come from "
			"shared libraries, what else is loaded, or the machine.",
			same);
	if (*settings)
		caveat_add(c, CAVEAT_WEAK,
			"Different args or env in bdriver.ini: %s\t. Changes there may come "
			"from these.",
			settings);
	if (*clocks)
		caveat_add(c, CAVEAT_WEAK,
			"CPU time against wall time: %s\nOne log may have CPU time and the "
			"other wall time: %s.",
			clocks, clocks);
}

static void check_suites(struct comparison *c)
{
	struct suite_walk walk = { .seen = table_new() };
	const char *last = NULL;

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
	say_suites(c, &walk);
	table_free(walk.seen);
	string_list_release(&walk.same_build);
	string_list_release(&walk.settings);
	string_list_release(&walk.ways);
	string_list_release(&walk.clocks);
	string_list_release(&walk.flags);
}

/* The first warning stands for all in a short list. */
static void check_log_state(struct comparison *c, const struct log *log, const char *side)
{
	const char *method = log_meta(log, "method");
	size_t shown = log->warning_count < QUOTED ? log->warning_count : QUOTED;
	size_t all = log->warning_count + log->warnings_dropped, rest = all - shown;

	if (method && (!strcmp(method, "fit") || !strcmp(method, "regress")))
		caveat_add(c, CAVEAT_WEAK,
			"The %s log is of bdriver fit\t: its samples have 1, 2, 4 ... "
			"iterations, and small ones are mostly clock. Compare logs of bdriver "
			"run.",
			side);
	if (!log->complete)
		caveat_add(c, CAVEAT_WEAK,
			"The %s log is incomplete\t: its run was interrupted or has not "
			"ended.",
			side);
	for (size_t i = 0; i < shown; i++) {
		const char *text = log->warnings[i].text;

		if (i)
			caveat_add(c, CAVEAT_PART, "\t%s", text);
		else if (all > 1)
			caveat_add(
				c, CAVEAT_PART, "%s (and %zu more)\n%s", text, all - 1, text);
		else
			caveat_add(c, CAVEAT_PART, "%s\t", text);
	}
	if (rest)
		caveat_add(c, CAVEAT_PART, "\t... and %zu more warning%s about the %s log.",
			rest, PLURAL(rest), side);
}

/* A suite of another name looks as if its benchmarks were gone. */
static void check_renamed(struct comparison *c)
{
	AUTO_TABLE struct table *gone = table_new();
	const struct row *old = NULL, *new = NULL;

	for (size_t i = 0; i < c->row_count; i++)
		if (!c->rows[i].new.benchmark)
			table_add(gone, c->rows[i].name, i, NULL);
	for (size_t i = 0; i < c->row_count && !old; i++) {
		size_t *place = table_find(gone, c->rows[i].name);

		new = &c->rows[i];
		old = place && !new->old.benchmark ? &c->rows[*place] : NULL;
	}
	if (old)
		caveat_add(c, CAVEAT_WEAK,
			"Add --map-suite %s=%s if that suite was renamed: both have %s.",
			old->suite, new->suite, new->name);
}

struct row_counts {
	size_t compared, iterations, old_failed, new_failed, unmatched, few;
	size_t launches, disturbed, disturbed_rows, rows;
	size_t least; /* launches of a side */
	size_t no_work;
	const char *first_no_work;
};

static void count_row(struct row_counts *counts, const struct row *row)
{
	int64_t old_n = row->old.iterations, new_n = row->new.iterations;
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
	if (fmin(row->time.old, row->time.new) < NO_WORK_NS && !counts->no_work++)
		counts->first_no_work = row->name;
	counts->compared++;
	if (row_is_proven(row)) /* and not judged */
		return;
	counts->iterations += old_n >= 0 && new_n >= 0 && old_n != new_n;
	counts->unmatched += row->old.launches != row->new.launches;
	counts->few += least < FEW_LAUNCHES;
	if (!counts->least || least < counts->least)
		counts->least = least;
}

static bool same_launches(const struct log_benchmark *old, const struct log_benchmark *new)
{
	if (!old || !new || old->launch_count != new->launch_count)
		return false;
	for (size_t i = 0; i < old->launch_count; i++) {
		const struct launch *a = &old->launches[i], *b = &new->launches[i];

		if (a->status != b->status || a->sample_count != b->sample_count ||
			(a->status == OUTCOME_OK &&
				(a->time.min != b->time.min || a->time.q1 != b->time.q1 ||
					a->time.median != b->time.median ||
					a->time.max != b->time.max)))
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

static void check_sessions(struct comparison *c)
{
	enum rule rule = c->rule;
	bool same = log_same_session(c->old, c->new);

	if (rule == RULE_PAIRED && !same)
		caveat_add(c, CAVEAT_VOID,
			"Different sessions: the paired verdicts are not valid\nThe logs are "
			"from different sessions: their rounds did not run side by side, so "
			"the paired verdicts are not valid.");
	if ((rule == RULE_UNPAIRED || rule == RULE_BOOTSTRAP) && !same)
		caveat_add(c, CAVEAT_WEAK,
			"%s\nTwo sessions: no test can distinguish a shift of the machine "
			"between them from a change of everything.",
			comparison_shows_no_shift(c)
				? ""
				: "Two sessions: a shift of the machine looks like a change");
	if (rule == RULE_UNPAIRED && same)
		caveat_add(c, CAVEAT_PART,
			"The logs are from one session; the rule paired would detect more.");
}

static void check_few(struct comparison *c, const struct row_counts *counts)
{
	size_t single = c->summary.single;

	if (!counts->few || !rule_method(c->rule)->tests ||
		c->summary.undecided == UNDECIDED_LAUNCHES)
		return;
	if (single)
		caveat_add(c, CAVEAT_PART,
			"One launch or round decides nothing: %zu of %zu benchmark%s %s "
			"inconclusive\nOne launch or round on a side cannot tell noise from a "
			"change: %zu of %zu benchmark%s %s inconclusive.",
			single, counts->compared, PLURAL(counts->compared),
			single == 1 ? "is" : "are", single, counts->compared,
			PLURAL(counts->compared), single == 1 ? "is" : "are");
	caveat_add(c, CAVEAT_WEAK,
		"Few launches: %zu of %zu benchmark%s %s fewer than %d per side\t (minimum: "
		"%zu); small changes cannot be detected.",
		counts->few, counts->compared, PLURAL(counts->compared),
		counts->few == 1 ? "has" : "have", FEW_LAUNCHES, counts->least);
}

static void check_rule(struct comparison *c, const struct row_counts *counts)
{
	if (!counts->compared)
		return;
	if (is_itself(c)) {
		caveat_add(c, CAVEAT_VOID,
			"Both logs hold the same launches: a log was compared with itself.");
		return;
	}
	check_sessions(c);
	if (c->rule == RULE_BOOTSTRAP)
		caveat_add(c, CAVEAT_WEAK,
			"The rule bootstrap makes more false calls than --fdr\nThe rule "
			"bootstrap is too sure of few launches: its intervals are too narrow, "
			"and more false calls pass than --fdr says.");
	if (c->rule == RULE_SWIFT || c->rule == RULE_JUDGE)
		caveat_add(c, CAVEAT_WEAK,
			"The rule %s tests nothing\t: it calls every difference beyond the "
			"threshold a change.",
			rule_name(c->rule));
	check_few(c, counts);
}

static void check_rows(struct comparison *c, const struct row_counts *counts)
{
	const struct side_names *names = &c->names;

	if (counts->old_failed || counts->new_failed)
		caveat_add(c, CAVEAT_PART,
			"Launches failed: of %zu benchmark%s in the %s log, of %zu in the %s "
			"log\nSome launches failed: of %zu benchmark%s in the %s log, of %zu "
			"in the %s log; the other launches of these benchmarks are compared.",
			counts->old_failed, PLURAL(counts->old_failed), names->old,
			counts->new_failed, names->new, counts->old_failed,
			PLURAL(counts->old_failed), names->old, counts->new_failed, names->new);
	if (counts->no_work)
		caveat_add(c, CAVEAT_PART, NO_WORK_TEXT ".", counts->first_no_work,
			NO_WORK_VERB(counts->no_work));
	if (counts->disturbed)
		caveat_add(c, CAVEAT_PART,
			"\tDisturbed launches are compared as well: %zu of %zu, in %zu of %zu "
			"benchmark%s.",
			counts->disturbed, counts->launches, counts->disturbed_rows,
			counts->rows, PLURAL(counts->rows));
	if (counts->iterations)
		caveat_add(c, CAVEAT_PART,
			"Different iterations per sample: %zu of %zu benchmark%s; minima "
			"depend on them.",
			counts->iterations, counts->compared, PLURAL(counts->compared));
	if (c->rule == RULE_PAIRED && counts->unmatched)
		caveat_add(c, CAVEAT_FACT,
			"\tRounds with one build only are left out: %zu of %zu benchmark%s %s "
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

		if (row_has_same_code(row) && row->time.verdict <= VERDICT_IMPROVED)
			largest = fmax(largest, fabs(log(row->time.ratio)));
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
	const struct comparison_summary *s = &c->summary;
	bool paired = c->rule == RULE_PAIRED, one = s->controls_changed == 1;
	char text[FORMAT_SIZE];

	if (!s->controls_changed)
		return;
	format_percent(text, largest_control(c));
	caveat_add(c, paired ? CAVEAT_VOID : CAVEAT_WEAK,
		"%s%zu of %zu benchmark%s with the same code %s called changed, by up to %s\n"
		"%sOf %zu benchmark%s with the same machine code in both builds, %zu %s called "
		"changed, by up to %s: %s.",
		paired ? "Bad run: " : "", s->controls_changed, s->controls,
		PLURAL(s->controls), one ? "is" : "are", text, paired ? "Bad run. " : "",
		s->controls, PLURAL(s->controls), s->controls_changed, one ? "is" : "are", text,
		paired ? "noise or the place of their code in memory, and other changes of "
			 "that size may have the same cause; measure again on a quieter machine"
		       : "noise, the machine or a library, and other changes may have the same "
			 "cause");
}

/* The first line of a report says it in short. */
static void check_machine(struct comparison *c)
{
	AUTO_FREE char *load = machine_load_text(c);
	AUTO_FREE char *shared = machine_shared_text(c);

	if (load)
		caveat_add(c, CAVEAT_WEAK, "\tThe machine was busy: %s.", load);
	if (shared)
		caveat_add(c, CAVEAT_WEAK,
			"\t%s shared their core with another program or guest.", shared);
}

void caveats_find(struct comparison *c)
{
	struct row_counts counts = { 0 };
	AUTO_FREE char *redefined = redefined_line(c);

	if (redefined)
		caveat_add(c, CAVEAT_WEAK, "\t%s", redefined);
	for (size_t i = 0; i < c->row_count; i++)
		count_row(&counts, &c->rows[i]);
	check_controls(c);
	check_rule(c, &counts);
	check_meta(c);
	check_renamed(c);
	check_suites(c);
	caveat_nodes(c);
	check_machine(c);
	check_log_state(c, c->old, c->names.old);
	check_log_state(c, c->new, c->names.new);
	check_rows(c, &counts);
	for (size_t i = 0; i < c->join.notes.count; i++)
		caveat_add(c, CAVEAT_FACT, "%s", c->join.notes.items[i]);
}
