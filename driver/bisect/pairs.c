/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/pairs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/log/merge.h"
#include "compare/verdict/comparison.h"
#include "driver/base/child.h"
#include "driver/base/message.h"
#include "driver/bisect/builder.h"

/* Of a hash, in names of folders. */
#define DIGITS 12

/* The builds of a run, as its logs are named. */
static const char *const builds[] = { "good", "candidate" };

static int run(struct bisect *bisect, const char *out, const size_t *commits, struct err *e)
{
	const struct bisect_options *o = bisect->options;
	AUTO_FREE char *rounds = memory_format("%d", PAIRS_ROUNDS),
		       *said = memory_format("%s.err", out);
	AUTO(string_list_release) struct string_list words = { 0 };
	struct child child = { .program = "/proc/self/exe", .err = said };
	int code;

	string_list_split(&words, "bdriver run -q --all --force -r", " ");
	string_list_add(&words, rounds);
	string_list_add(&words, "-o");
	string_list_add(&words, out);
	for (size_t i = 0; i < 2; i++) {
		const struct bisect_commit *commit = &bisect->commits[commits[i]];
		AUTO_FREE char *folder = builder_folder(bisect, commit);

		string_list_add(&words, "--build");
		string_list_addf(&words, "%s=%s", builds[i], folder);
		string_list_add(&words, "--revision");
		string_list_addf(&words, "%s=%s", builds[i], commit->hash);
	}
	if (o->shared.config)
		string_list_addf(&words, "--config=%s", o->shared.config);
	if (o->launch_time_ns >= 0)
		string_list_addf(&words, "--launch-time=%" PRId64 "ns", o->launch_time_ns);
	if (o->shared.list_timeout_ns >= 0)
		string_list_addf(
			&words, "--list-timeout=%" PRId64 "ns", o->shared.list_timeout_ns);
	string_list_add(&words, "--");
	for (int i = 0; i < o->word_count; i++)
		string_list_add(&words, o->words[i]);
	child.words = (const char *const *)words.items;
	code = child_run(&child, e);
	if (code > EXIT_UNMEASURED)
		code = bd_err(
			e, "the run into %s failed with exit code %d; see %s", out, code, said);
	else if (code == EXIT_USAGE)
		code = bd_err(e, "the run into %s was refused; see %s", out, said);
	return code < 0 ? -1 : 0;
}

static int add_to_history(struct bisect *bisect, const char *path, struct err *e)
{
	const struct store_facts facts = { .repository = ".", .quiet = true };
	struct store_added added;

	if (!bisect->store.folder)
		return 0;
	return store_add(&bisect->store, path, &facts, &added, e) ||
			       store_commit(&bisect->store, e)
		       ? -1
		       : 0;
}

const struct row *pairs_clearest(const struct comparison *comparison)
{
	const struct row *best = NULL;
	double most = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		double change = fabs(log(row->time.ratio));
		double clear = change / log(row->time.high / row->time.low);

		if ((row->time.verdict == VERDICT_REGRESSED ||
			    row->time.verdict == VERDICT_IMPROVED) &&
			clear > most) {
			most = clear;
			best = row;
		}
	}
	return best;
}

struct bisect_change pairs_change(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		size_t n = strlen(row->suite);

		if (!strncmp(name, row->suite, n) && name[n] == '/' &&
			!strcmp(name + n + 1, row->name))
			return (struct bisect_change){ log(row->time.ratio), log(row->time.low),
				log(row->time.high) };
	}
	return (struct bisect_change){ NAN, NAN, NAN };
}

/* Whatever the threshold of the configuration is: a bisection may be about less. The 5 % of
 * wrong calls of a comparison would be too many for a search that ends at one commit. */
static int judge(const struct bisect *bisect, struct pairs *pairs)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct err none;

	options.rule = RULE_PAIRED;
	options.threshold = 0;
	options.fdr = 0.01;
	options.judge_same_code = bisect->options->measure_all;
	comparison_release(&pairs->comparison);
	pairs->comparison = (struct comparison){ 0 };
	/* It fails where no round has both builds. */
	return comparison_make(
		       &pairs->comparison, &pairs->logs[0], &pairs->logs[1], &options, &none)
		       ? 1
		       : 0;
}

static int add_log(struct bisect *bisect, struct log *all, const char *path, struct err *e)
{
	struct log log = { 0 };

	if (log_read(&log, path, LOG_KEEP_SUMMARIES, e) || add_to_history(bisect, path, e)) {
		log_release(&log);
		return -1;
	}
	if (!all->benchmark_count) {
		log_release(all);
		*all = log;
		return 0;
	}
	log_merge(all, &log);
	log_release(&log);
	return 0;
}

void pairs_release(struct pairs *pairs)
{
	comparison_release(&pairs->comparison);
	for (int i = 0; i < 2; i++)
		log_release(&pairs->logs[i]);
	*pairs = (struct pairs){ 0 };
}

int pairs_measure(struct bisect *bisect, size_t from, size_t to, unsigned turn,
	struct pairs *pairs, struct err *e)
{
	const size_t commits[] = { from, to };
	AUTO_FREE char *out = memory_format("%s/measured/%.*s-%.*s-%u", bisect->folder, DIGITS,
		bisect->commits[from].hash, DIGITS, bisect->commits[to].hash, turn);
	int rc = 0;

	if (access(out, F_OK)) {
		AUTO_FREE char *begun = memory_format("%s.begun", out);

		rc = run(bisect, begun, commits, e);
		bisect->pairs += PAIRS_ROUNDS;
		if (!rc && rename(begun, out))
			rc = bd_err(
				e, "the run into %s made no logs; see %s.err", begun, begun);
	}
	for (int i = 0; !rc && i < 2; i++) {
		AUTO_FREE char *path = memory_format("%s/%s.log", out, builds[i]);

		rc = add_log(bisect, &pairs->logs[i], path, e);
	}
	return rc ? rc : judge(bisect, pairs);
}
