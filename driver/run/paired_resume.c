/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/run/paired.h"

static int check_session(struct paired_run *p, const struct log *log, struct err *e)
{
	const char *session = log_meta(log, "session");

	if (!session || !*session)
		return bd_err(e, "%s has no session, so it is not of a paired run", log->path);
	if (!p->session)
		p->session = memory_text(session);
	if (strcmp(p->session, session) != 0)
		return bd_err(e, "%s is of another run than the logs beside it", log->path);
	return 0;
}

/* 1: the log has its end. */
static int check_log(
	struct paired_run *p, const struct build *build, const char *path, struct err *e)
{
	struct log log = { 0 };
	int rc = log_read(&log, path, LOG_KEEP_SUMMARIES, e);

	if (!rc)
		rc = check_session(p, &log, e);
	if (!rc)
		rc = run_log_check_builds(&build->suites, &log, build->part, e);
	if (!rc && log.complete)
		rc = 1;
	if (rc >= 0)
		run_clock_resume(&p->run, &log);
	log_release(&log);
	return rc;
}

/* Killed while the logs were made. */
static int check_begun(const struct paired_run *p, const struct build *build, struct err *e)
{
	bool log = access(build->log, F_OK) == 0, part = access(build->part, F_OK) == 0;

	if (part ? log_writer_unbegun(build->part) : !log)
		return bd_err(e,
			"%s was interrupted before anything was measured: start it again as "
			"you did, with --force",
			p->run.log);
	return 0;
}

int paired_resume(struct paired_run *p, struct err *e)
{
	int ended[MEASURE_BUILDS_MAX] = { 0 };
	size_t ends = 0;

	for (size_t i = 0; i < p->builds.count; i++)
		if (check_begun(p, &p->builds.items[i], e))
			return -1;
	for (size_t i = 0; i < p->builds.count; i++) {
		struct build *build = &p->builds.items[i];
		bool part = access(build->part, F_OK) == 0;

		ended[i] = check_log(p, build, part ? build->part : build->log, e);
		if (ended[i] < 0)
			return -1;
		ends += ended[i] > 0;
	}
	/* The first end was written after the last launch. */
	p->complete = ends > 0;
	for (size_t i = 0; i < p->builds.count; i++) {
		struct build *build = &p->builds.items[i];

		if (!ended[i] && log_writer_resume(&build->writer, build->part, e))
			return -1;
	}
	return 0;
}

static void take_launch(
	struct paired_run *p, size_t s, unsigned build, const struct launch *launch)
{
	struct run *run = &p->run;
	struct subject *subject = &run->subjects[s];
	double took = RUN_LAUNCH_EXTRA_NS;

	run_summary_add(&run->summary, run_summary_item(run, s, build), launch,
		launch->evidence->detail, NULL);
	if (launch->status != OUTCOME_OK || launch->iterations <= 0)
		return;
	subject->iterations = launch->iterations;
	subject->tried = true;
	took += launch->evidence->wall_ns > 0 ? launch->evidence->wall_ns : 0;
	took += launch->evidence->setup_ns > 0 ? launch->evidence->setup_ns : 0;
	estimate_learn(&run->estimate, s, took);
}

void paired_resume_take(struct paired_run *p, const struct log *logs)
{
	struct run *run = &p->run;
	const char *planned = log_meta(&logs[0], PAIRED_PLANNED_META);

	for (size_t s = 0; s < run->subject_count; s++) {
		const struct subject *subject = &run->subjects[s];

		for (size_t b = 0; b < p->builds.count; b++) {
			const struct log_benchmark *benchmark = log_find(&logs[b],
				subject->suite, subject->name, p->builds.items[b].name);

			for (size_t k = 0; benchmark && k < benchmark->launch_count; k++)
				take_launch(p, s, (unsigned)b, &benchmark->launches[k]);
		}
	}
	if (planned)
		p->planned_ns = strtod(planned, NULL);
	if (!(p->planned_ns > 0 && isfinite(p->planned_ns)))
		p->planned_ns = 0;
	if (!run->settings.budget_ns)
		run->total_ns = p->planned_ns / run->settings.workers;
}
