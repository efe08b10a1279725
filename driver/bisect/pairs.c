/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
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
	char *rounds = memory_format("%d", PAIRS_ROUNDS), *said = memory_format("%s.err", out);
	struct string_list words = { 0 };
	const struct child child = { .program = "/proc/self/exe", .err = said };
	struct child started = child;
	int code;

	string_list_split(&words, "bdriver run -q --all --force -r", " ");
	string_list_add(&words, rounds);
	string_list_add(&words, "-o");
	string_list_add(&words, out);
	for (size_t i = 0; i < 2; i++) {
		const struct bisect_commit *commit = &bisect->commits[commits[i]];
		char *folder = builder_folder(bisect, commit);

		string_list_add(&words, "--build");
		string_list_addf(&words, "%s=%s", builds[i], folder);
		string_list_add(&words, "--revision");
		string_list_addf(&words, "%s=%s", builds[i], commit->hash);
		free(folder);
	}
	if (o->config)
		string_list_addf(&words, "--config=%s", o->config);
	if (o->launch_time)
		string_list_addf(&words, "--launch-time=%s", o->launch_time);
	string_list_add(&words, "--");
	for (int i = 0; i < o->word_count; i++)
		string_list_add(&words, o->words[i]);
	started.words = (const char *const *)words.items;
	code = child_run(&started, e);
	if (code > EXIT_UNMEASURED)
		code = bd_err(
			e, "the run into %s failed with exit code %d; see %s", out, code, said);
	else if (code == EXIT_USAGE)
		code = bd_err(e, "the run into %s was refused; see %s", out, said);
	string_list_release(&words);
	free(said);
	free(rounds);
	return code < 0 ? -1 : 0;
}

static int add_to_history(struct bisect *bisect, const char *path, struct err *e)
{
	const struct store_facts facts = { .repository = "." };
	int result = bisect->store.folder ? store_add(&bisect->store, path, &facts, e) : 0;

	return result < 0 ? -1 : 0;
}

/* The lower quartile of the launch of a round that counts; NAN: none. */
static double time_of(const struct log_benchmark *b, uint32_t round)
{
	for (size_t i = 0; b && i < b->launch_count; i++) {
		const struct launch *l = &b->launches[i];

		if (l->counts && l->round == round && l->status == OUTCOME_OK)
			return l->time.q1;
	}
	return NAN;
}

static const struct log_benchmark *find(const struct log *log, const char *name)
{
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];
		size_t n = strlen(b->suite);

		if (!strncmp(name, b->suite, n) && name[n] == '/' &&
			!strcmp(name + n + 1, b->name))
			return b;
	}
	return NULL;
}

/* 1: no round in which the benchmarks that count were measured. */
static int take(const struct bisect *bisect, const struct log *logs, struct rounds *rounds)
{
	size_t before = rounds->count, useful = 0;
	double *shares;

	for (uint32_t r = 1; r <= PAIRS_ROUNDS; r++) {
		double *row = rounds_add(rounds);

		for (size_t i = 0; i < bisect->names.count; i++) {
			const char *name = bisect->names.items[i];

			row[i] = log(time_of(find(&logs[1], name), r) /
				     time_of(find(&logs[0], name), r));
		}
	}
	if (!bisect->weights.used)
		return 0;
	shares = memory_zeroed(rounds->count, sizeof(*shares));
	useful = weights_shares(&bisect->weights, rounds, shares);
	free(shares);
	return useful <= before;
}

int pairs_measure(struct bisect *bisect, size_t from, size_t to, unsigned turn,
	struct rounds *rounds, struct err *e)
{
	const size_t commits[] = { from, to };
	char *out = memory_format("%s/measured/%.*s-%.*s-%u", bisect->folder, DIGITS,
		bisect->commits[from].hash, DIGITS, bisect->commits[to].hash, turn);
	struct log logs[2] = { 0 };
	char *paths[2];
	int rc = 0;

	for (int i = 0; i < 2; i++)
		paths[i] = memory_format("%s/%s.log", out, builds[i]);
	if (access(paths[0], F_OK) || access(paths[1], F_OK)) {
		rc = run(bisect, out, commits, e);
		bisect->pairs += PAIRS_ROUNDS;
		if (!rc && (access(paths[0], F_OK) || access(paths[1], F_OK)))
			rc = bd_err(e, "the run into %s made no logs; see %s.err", out, out);
	}
	for (int i = 0; !rc && i < 2; i++)
		rc = log_read(&logs[i], paths[i], LOG_KEEP_SUMMARIES, e) ||
				     add_to_history(bisect, paths[i], e)
			     ? -1
			     : 0;
	rounds->benchmarks = bisect->names.count;
	rc = rc ? rc : take(bisect, logs, rounds);
	for (int i = 0; i < 2; i++) {
		log_release(&logs[i]);
		free(paths[i]);
	}
	free(out);
	return rc;
}
