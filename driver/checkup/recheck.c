/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/recheck.h"

#include <string.h>

#include "compare/formats/read.h"
#include "compare/log/row.h"
#include "driver/checkup/plan.h"
#include "driver/checkup/waivers.h"

/* Where fewer than one in so many launches is quiet, more of them will not help. */
#define QUIET_MIN 10
#define PASSES    3

static struct subject *subject_of(struct run *run, const struct bench_data *bench)
{
	for (size_t i = 0; i < run->subjects.count; i++)
		if (!strcmp(run->subjects.items[i].name, bench->name) &&
			!strcmp(run->subjects.items[i].suite, bench->suite))
			return &run->subjects.items[i];
	return NULL;
}

int recheck_find_doubts(struct checkup *c, struct err *e)
{
	struct run *run = &c->run;
	struct audit_choice choice = c->choice;
	struct audit audit = { 0 };
	struct log log = { 0 };

	if (log_read(&log, run->builds.items[0].part, LOG_KEEP_SAMPLES, e))
		return -1;
	waivers_take(&run->config.doctor, &log, false); /* the report will warn */
	choice.doubts = true;
	audit_logs(&audit, &log, 1, &run->config.doctor, &choice);
	for (size_t i = 0; i < audit.benches.count; i++) {
		const struct bench_data *bench = &audit.benches.items[i];
		struct doubt doubt = audit_doubt(&audit, bench, &choice);
		const struct subject *subject = doubt.launches ? subject_of(run, bench) : NULL;

		if (subject)
			c->rechecks[subject - run->subjects.items].doubt = doubt;
	}
	audit_release(&audit);
	log_release(&log);
	return 0;
}

void recheck_note(struct checkup *c, size_t subject, const struct log_row *row)
{
	struct evidence evidence = row->evidence;
	struct launch launch = row->launch;
	unsigned k = checkup_count_of(c, subject, launch.iterations);

	core_floor_learn(&c->floor, evidence.cpu, evidence.core.low);
	evidence.core_shared = core_floor_passed(&c->floor, evidence.cpu, evidence.core.high);
	launch.evidence = &evidence;
	if (c->stage == CHECKUP_STAGE_ALONE && k < CHECKUP_COUNTS && launch_is_quiet(&launch))
		c->rechecks[subject].quiet[k]++;
}

static size_t quiet_launches(const struct checkup *c)
{
	size_t quiet = 0;

	for (size_t i = 0; i < c->run.subjects.count; i++)
		for (unsigned k = 0; k < CHECKUP_COUNTS; k++)
			quiet += c->rechecks[i].quiet[k];
	return quiet;
}

bool recheck_plan(struct checkup *c)
{
	size_t quiet = quiet_launches(c);

	if (c->passes == PASSES ||
		(c->passes && (quiet - c->quiet_before) * QUIET_MIN < c->planned))
		return false;
	c->stage = CHECKUP_STAGE_ALONE;
	c->quiet_before = quiet;
	checkup_plan_alone(c);
	c->planned = c->run.phase.plan.slot_count;
	c->passes++;
	return c->planned > 0;
}
