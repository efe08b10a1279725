/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/blind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/code/suite_code.h"
#include "driver/code/symbols.h"
#include "driver/exec/spawn.h"
#include "driver/explain/blindness.h"
#include "driver/explain/profile.h"
#include "driver/explain/subjects.h"
#include "driver/logs/compare.h"
#include "driver/run/progress.h"
#include "harness/base/clock.h"

#define SHOWN_MAX 15
/* Iterations at a time, ns. */
#define BATCH_NS 1e6

/* Of one benchmark. */
struct blind_profile {
	struct table *samples; /* by function */
	size_t total;
};

/* Names that only one file knows are told with it; mangled ones are long enough. The caller
 * frees it. */
static char *function_name(const char *source, const char *name)
{
	bool plain = *source && name[0] != '_';

	return memory_format("%s%s%s", plain ? source : "", plain ? ":" : "", name);
}

static void add_samples(void *ctx, int build, unsigned round, const char *source,
	const char *name, unsigned samples)
{
	struct blind_profile *p = ctx;
	AUTO_FREE char *full = function_name(source, name);

	(void)build;
	(void)round;
	*table_add(p->samples, full, 0, NULL) += samples;
	p->total += samples;
}

struct sharing {
	struct blindness *blindness;
	const struct row *row;
	size_t total;
};

static void share(const char *name, size_t samples, void *ctx)
{
	const struct sharing *s = ctx;

	blindness_share(s->blindness, s->row->suite, name, s->row->name,
		(double)samples / (double)s->total, s->row->time.smallest);
}

struct reach {
	struct blindness *blindness;
	const char *suite;
};

static void add_function(void *ctx, const struct code_part *part)
{
	const struct reach *reach = ctx;
	AUTO_FREE char *full = function_name(part->source, part->name);

	if (part->code && !symbol_is_of_frame(part->name))
		blindness_add(reach->blindness, reach->suite, full);
}

static void link_function(void *ctx, const char *source, const char *name, uint64_t size)
{
	const struct reach *reach = ctx;
	AUTO_FREE char *full = function_name(source, name);

	if (!symbol_is_of_frame(name))
		blindness_link(reach->blindness, reach->suite, full, size);
}

static void link_all(struct blindness *blindness, const struct suites *suites)
{
	for (size_t i = 0; i < suites->count; i++) {
		const struct suite *suite = &suites->items[i];
		struct reach reach = { blindness, suite->name };
		struct err e;

		if (suite_code_linked(suite->path, link_function, &reach, &e))
			message_warning("functions that no benchmark reaches are not known: %s",
				e.text);
	}
}

/* Returns 0; the signal that ended it; -1 with *e set. */
static int profile_row(struct blindness *blindness, const struct suite *suite,
	const struct row *row, struct err *e)
{
	AUTO_TABLE struct table *table = table_new();
	struct blind_profile p = { .samples = table };
	const struct suite *suites[2] = { suite, suite };
	struct reach reach = { blindness, row->suite };
	double n = fmax(1, floor(BATCH_NS / row->time.old)), others;
	struct sharing sharing = { .blindness = blindness, .row = row };
	unsigned rounds = 1;
	int rc;

	if (!isfinite(n))
		return bd_err(e, "the time of an iteration is not known");
	if (suite_code_visit(suite->path, row->name, add_function, &reach, e))
		message_warning("%s/%s: not all its functions are known: %s", row->suite,
			row->name, e->text);
	rc = profile_take(
		suites, row->name, (int64_t)n, &rounds, 0, add_samples, &p, &others, e);
	if (rc)
		return rc;
	if (!p.total)
		return bd_err(e, "a launch has no samples; does the benchmark use SIGPROF?");
	sharing.total = p.total;
	table_each(table, share, &sharing);
	return 0;
}

static bool is_unseen(const struct blind_function *f, double slower)
{
	return !(f->needed <= slower);
}

/* Adds a row for each function that is wanted, up to the limit. */
static void print_table(const struct blindness *b, const struct blind_job *job, bool sampled,
	const struct column *columns, size_t column_count,
	void (*add)(struct layout *layout, const struct blind_function *f))
{
	struct layout layout;
	struct layout_size size = { 0 };
	size_t more = 0;

	layout_init(&layout, columns, column_count);
	for (size_t i = 0; i < b->count; i++) {
		const struct blind_function *f = &b->functions[i];

		if ((f->share > 0) != sampled || !is_unseen(f, job->slower))
			continue;
		if (layout.cell_count < SHOWN_MAX * column_count || job->all)
			add(&layout, f);
		else
			more++;
	}
	layout_print(&layout, stdout, &size);
	layout_release(&layout);
	if (more)
		printf("%zu more with --all\n", more);
}

static void add_sampled(struct layout *layout, const struct blind_function *f)
{
	AUTO_FREE char *shown = symbol_shown(f->name);
	char text[FORMAT_SIZE];

	layout_add(layout, STYLE_PLAIN, shown);
	layout_add(layout, STYLE_PLAIN, format_percent(text, f->share));
	layout_add(layout, STYLE_PLAIN, f->benchmark);
	layout_add(layout, STYLE_PLAIN,
		isfinite(f->needed) ? format_change(text, 1 + f->needed) : "never");
}

static void add_idle(struct layout *layout, const struct blind_function *f)
{
	AUTO_FREE char *shown = symbol_shown(f->name);
	char text[FORMAT_SIZE];

	layout_add(layout, STYLE_PLAIN, shown);
	layout_add(layout, STYLE_PLAIN, f->size ? format_count(text, (double)f->size) : "-");
	layout_add(layout, STYLE_PLAIN, f->reached ? "hardly or never" : "never");
}

static void print_idle(const struct blindness *b, const struct blind_job *job)
{
	static const struct column columns[] = { { "function", ALIGN_LEFT },
		{ "bytes", ALIGN_RIGHT }, { "runs", ALIGN_LEFT } };
	size_t count = 0, reached = 0;
	double size = 0;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < b->count; i++)
		if (!(b->functions[i].share > 0)) {
			count++;
			reached += b->functions[i].reached;
			size += (double)b->functions[i].size;
		}
	if (!count)
		return;
	printf("\n%zu more, %s of code, have no sample; no benchmark can reach %zu of them.\n",
		count, format_kib(text, size / 1024), count - reached);
	print_table(b, job, false, columns, ARRAY_SIZE(columns), add_idle);
}

static void print(const struct blindness *b, const struct blind_job *job)
{
	static const struct column columns[] = { { "function", ALIGN_LEFT },
		{ "largest share", ALIGN_RIGHT }, { "in benchmark", ALIGN_LEFT },
		{ "seen from", ALIGN_RIGHT } };
	size_t ran = 0, unseen = 0;
	char slower[FORMAT_SIZE];

	for (size_t i = 0; i < b->count; i++) {
		ran += b->functions[i].share > 0;
		unseen += b->functions[i].share > 0 && is_unseen(&b->functions[i], job->slower);
	}
	printf("%zu of %zu functions that take time could get %s slower unseen.\n", unseen, ran,
		format_percent(slower, job->slower));
	print_table(b, job, true, columns, ARRAY_SIZE(columns), add_sampled);
	print_idle(b, job);
}

static void write_json(const struct blindness *b, const struct blind_job *job)
{
	json_t *all = json_object(), *list = json_array();

	for (size_t i = 0; i < b->count; i++) {
		const struct blind_function *f = &b->functions[i];
		AUTO_FREE char *shown = symbol_shown(f->name);
		json_t *one = json_object();

		json_put(one, "suite", json_text(f->suite));
		json_put(one, "function", json_text(shown));
		json_put(one, "share", json_number(f->share));
		json_put(one, "benchmark", json_text(f->benchmark));
		json_put(one, "seen_from", json_number(f->needed));
		json_put(one, "seen_by", json_text(f->seen_by));
		json_put(one, "unseen", json_boolean(is_unseen(f, job->slower)));
		json_put(one, "bytes", json_number(f->size ? (double)f->size : NAN));
		json_put(one, "reached", json_boolean(f->reached));
		json_append(list, one);
	}
	json_put(all, "schema", json_text("bdriver-blind-1"));
	json_put(all, "slower", json_number(job->slower));
	json_put(all, "functions", list);
	json_write(stdout, all, 9);
}

static void end_progress(struct progress *progress, const struct row *row, bool failed)
{
	struct log_row launch;
	double spent = (double)(bd_clock_ns() - progress->started_ns);

	log_row_init(&launch);
	launch.suite = (char *)row->suite;
	launch.benchmark = (char *)row->name;
	launch.launch.round = 1;
	launch.launch.time.median = row->time.old;
	launch.launch.status = failed ? OUTCOME_EXIT : OUTCOME_OK;
	progress->left_ns = spent * (double)(progress->total - progress->done - 1) /
			    (double)(progress->done + 1);
	progress_ended(progress, 0, &launch);
}

/* A benchmark that cannot be profiled costs that one. */
static int profile_all(const struct comparison *c, const struct blind_job *job,
	struct progress *progress, struct blindness *blindness)
{
	AUTO(suites_release) struct suites suites = { 0 };

	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];
		const struct suite *suite;
		struct err e = { "" };
		int rc;

		if (subjects_refuse(c, row))
			continue;
		suite = subjects_suite(&suites, job->config, c->old, row->suite);
		if (!suite)
			return EXIT_USAGE;
		progress_started(progress, 0, row->suite, row->name);
		rc = profile_row(blindness, suite, row, &e);
		if (rc)
			progress_clear(progress);
		if (rc > 0)
			return message_error(128 + rc,
				"interrupted after %zu of %zu benchmarks", progress->done,
				progress->total);
		if (rc)
			message_warning("%s/%s: %s", row->suite, row->name, e.text);
		end_progress(progress, row, rc);
	}
	progress_clear(progress);
	if (progress->done == progress->failed)
		return message_error(EXIT_UNMEASURED, "no benchmark could be profiled%s",
			progress->done ? "" : ": each is a command line or failed");
	link_all(blindness, &suites);
	return 0;
}

static int blind_all(const struct comparison *comparison, const struct compare_job *job)
{
	const struct blind_job *blind = job->ctx;
	AUTO(blindness_release) struct blindness blindness;
	AUTO(progress_release) struct progress progress = { 0 };
	int code = subjects_check_owners(comparison);
	size_t count = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		count += !subjects_refuse(comparison, &comparison->rows[i]);
	blindness_init(&blindness);
	progress_init(&progress, stderr, blind->quiet, blind->verbose, blind->color, 1, count);
	spawn_prepare();
	code = code ? code : profile_all(comparison, blind, &progress, &blindness);
	if (code)
		return code;
	blindness_sort(&blindness);
	if (blind->json)
		write_json(&blindness, blind);
	else
		print(&blindness, blind);
	return progress.failed ? EXIT_UNMEASURED : EXIT_FINE;
}

int blind_logs(const char *old, const char *new, const struct blind_job *blind)
{
	struct compare_job job = compare_job_default(old, new);

	compare_configure(&job.options, blind->config);
	/* Also what has the same code has a smallest detectable change then. */
	job.options.judge_same_code = true;
	job.report.fail_on = FAIL_ON_NEVER;
	job.write = blind_all;
	job.ctx = (void *)blind;
	return compare_logs(&job);
}
