/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/explain.h"

#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/report/words.h"
#include "driver/base/message.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/exec/spawn.h"
#include "driver/explain/explanation_words.h"
#include "driver/logs/compare.h"
#include "driver/logs/explained.h"
#include "driver/run/log.h"
#include "driver/suite/find.h"
#include "harness/base/clock.h"

/* Of those that were called, without words: each takes some seconds. */
#define CALLED_MAX 10
#define BUDGET_NS  UINT64_C(60000000000)

struct explaining {
	const struct comparison *comparison;
	struct explain_job *job;
	struct suites suites[2]; /* that were asked so far, by name */
	json_t *list;
	size_t printed;
	bool incomplete; /* something of a benchmark could not be found out */
	bool more_work;  /* a benchmark executes more instructions */
};

/* A log names the programs that are executed. */
static int check_owners(const struct comparison *comparison)
{
	static const char advice[] = "a copy of your own can be explained";
	struct err e;

	return run_log_check_owner(comparison->old->path, advice, &e) ||
			       run_log_check_owner(comparison->new->path, advice, &e)
		       ? message_error(EXIT_USAGE, "%s", e.text)
		       : 0;
}

/* Why this benchmark cannot be explained, a phrase; NULL: it can. */
static const char *why_not(const struct comparison *comparison, const struct row *row)
{
	const char *adapter = log_suite_meta(comparison->old, row->suite, "adapter");

	if (adapter && strcmp(adapter, adapter_command.name) == 0)
		return "is a command line, which cannot be explained";
	return row->old.launches && row->new.launches ? NULL
						      : "was not measured in both builds";
}

/* As far as the file tells: another program is not even asked for its benchmarks. */
static bool is_rebuilt(const struct log *log, const struct suite_known *known)
{
	char build_id[IMAGE_BUILD_ID_TEXT];

	if (access(known->path, F_OK))
		return false;
	image_read_build_id(known->path, build_id);
	return run_log_was_rebuilt(log, &(struct suite){ .name = (char *)known->name,
						.path = (char *)known->path,
						.build_id = build_id });
}

/* The suite of a log, which is asked for its list once and stays in *suites until the next one
 * is asked; NULL after a message, also if it is not the one that was measured. */
static const struct suite *find_suite(
	struct suites *suites, struct config *config, const struct log *log, const char *name)
{
	const char *adapter = log_suite_meta(log, name, "adapter");
	struct suite_known known = { .name = name,
		.path = log_suite_meta(log, name, "path"),
		.adapter = adapter ? adapter : adapter_bdriver.name,
		.section = "" };
	struct err e = { "" };
	int rc;

	for (size_t i = 0; i < suites->count; i++)
		if (strcmp(suites->items[i].name, name) == 0)
			return &suites->items[i];
	for (size_t i = 0; i < config->suite_count; i++)
		if (strcmp(config->suites[i]->name, name) == 0)
			known.section = name;
	if (!known.path)
		rc = bd_err(&e, "the log does not say where suite %s is", name);
	else if (is_rebuilt(log, &known))
		rc = bd_err(&e, "%s was rebuilt after it was measured; measure again first",
			known.path);
	else
		rc = suites_add_known(suites, config, &known, &e);
	if (rc) {
		message_error(EXIT_USAGE, "%s", e.text);
		return NULL;
	}
	return &suites->items[suites->count - 1];
}

static int no_such(const struct comparison *comparison, const char *word)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < comparison->row_count; i++)
		string_list_add(&names, comparison->rows[i].name);
	return message_error(EXIT_USAGE, "'%s' is no benchmark of these logs%s", word,
		suggestion(&names, word).text);
}

/* Marks the rows to explain. Returns 0, or an exit code after a message. */
static int choose(const struct explaining *x, bool *chosen)
{
	const struct comparison *comparison = x->comparison;
	const struct explain_job *job = x->job;
	size_t count = 0, called = 0;

	for (int w = 0; w < job->word_count; w++) {
		bool found = false;

		for (size_t i = 0; i < comparison->row_count; i++) {
			const struct row *row = &comparison->rows[i];

			if (!glob_names(job->words[w], row->suite, row->name))
				continue;
			found = true;
			chosen[i] = true;
		}
		if (!found)
			return no_such(comparison, job->words[w]);
	}
	for (size_t i = 0; !job->word_count && i < comparison->row_count; i++) {
		bool is = change_is_called(&comparison->rows[i].time);

		called += is;
		chosen[i] = is && count < CALLED_MAX;
		count += chosen[i];
	}
	if (called > count && !job->quiet)
		fprintf(stderr, "%zu of the %zu that changed; name others to explain them\n",
			count, called);
	if (!job->word_count && !called && !job->json)
		printf("No benchmark changed; name those to explain all the same\n");
	return 0;
}

static void put(struct explaining *x, const struct explanation *explanation)
{
	AUTO_FREE char *name = NULL;

	json_append(x->list, explanation_json(explanation));
	if (x->job->json)
		return;
	name = words_name(x->comparison, explanation->row);
	if (x->printed++)
		putchar('\n');
	explanation_print(explanation, name, stdout);
	fflush(stdout);
}

/* What a part leaves is the next one's. */
static void set_deadlines(struct explanation *x, const struct explain_job *job)
{
	uint64_t now = bd_clock_ns();
	uint64_t budget = job->budget_ns > 0 ? (uint64_t)job->budget_ns : BUDGET_NS;

	if (job->deadline_ns && job->deadline_ns < now + budget)
		budget = job->deadline_ns > now ? job->deadline_ns - now : 1;
	x->deadline_ns.time = now + budget / 2;
	x->deadline_ns.work = now + budget / 4 * 3;
	x->deadline_ns.place = now + budget;
	if (!job->placements.command)
		x->deadline_ns.work = x->deadline_ns.place;
}

static int explain_row(struct explaining *x, const struct row *row)
{
	const struct suite *suites[2];
	AUTO(explanation_release) struct explanation explanation = { 0 };
	int signal;

	for (int b = 0; b < 2; b++) {
		const struct comparison *c = x->comparison;

		suites[b] = find_suite(
			&x->suites[b], x->job->config, b ? c->new : c->old, row->suite);
		if (!suites[b])
			return EXIT_USAGE;
	}
	explanation_init(&explanation, row,
		x->job->rounds > 0 ? (unsigned)x->job->rounds : PROFILE_ROUNDS);
	set_deadlines(&explanation, x->job);
	explanation_read_code(&explanation, suites);
	signal = explanation_measure_time(&explanation, suites);
	if (!signal)
		signal = explanation_count_work(&explanation, suites);
	if (!signal)
		placements_measure(&x->job->placements, suites, row,
			explanation.deadline_ns.place, &explanation.place,
			&explanation.no.place);
	explanation_judge(&explanation);
	explanation_read_sides(&explanation, suites);
	if (signal > 0)
		return 128 + signal;
	put(x, &explanation);
	x->more_work = x->more_work || explanation_is_more_work(&explanation);
	if (explanation.no.code.text[0] || explanation.no.time.text[0] ||
		explanation.no.work.text[0] ||
		(x->job->placements.command && explanation.no.place.text[0]))
		x->incomplete = true;
	return 0;
}

/* For the page, in the folder of the run. */
static int keep(const struct explaining *x, int code)
{
	AUTO_FREE char *path =
		explained_path(x->comparison->old->path, x->comparison->new->path);
	int kept = path && json_array_size(x->list) ? explained_keep(path, x->list) : EXIT_FINE;

	return code ? code : kept;
}

static int explain_all(const struct comparison *comparison, const struct compare_job *job)
{
	struct explaining x = {
		.comparison = comparison, .job = job->ctx, .list = json_array()
	};
	AUTO_FREE bool *chosen = memory_zeroed(comparison->row_count + 1, sizeof(*chosen));
	int code = check_owners(comparison);

	code = code ? code : choose(&x, chosen);
	spawn_prepare();
	for (size_t i = 0; !code && i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		const char *why = why_not(comparison, row);

		if (chosen[i] && why) {
			message_warning("%s/%s %s", row->suite, row->name, why);
			x.incomplete = true;
		} else if (chosen[i]) {
			code = explain_row(&x, row);
		}
	}
	code = keep(&x, code);
	if (!code && x.job->json)
		explained_write(stdout, x.list);
	else
		json_decref(x.list);
	for (int b = 0; b < 2; b++)
		suites_release(&x.suites[b]);
	placements_release(&x.job->placements);
	if (!code && x.job->fail_on && x.more_work)
		return EXIT_FOUND;
	return !code && x.incomplete ? EXIT_UNMEASURED : code;
}

int explain_logs(const char *old, const char *new, struct explain_job *explain)
{
	struct compare_job job = compare_job_default(old, new);

	compare_configure(&job.options, explain->config);
	job.report.fail_on = FAIL_ON_NEVER;
	job.write = explain_all;
	job.ctx = explain;
	return compare_logs(&job);
}
