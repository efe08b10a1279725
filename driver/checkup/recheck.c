/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/recheck.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"

#include <string.h>

#include "driver/checkup/plan.h"

/* Where fewer than one in so many launches is quiet, more of them will not help. */
#define HOPELESS 10
#define PASSES   3

static struct subject *subject_of(struct run *run, const struct bench_data *bench)
{
	for (size_t i = 0; i < run->subject_count; i++)
		if (!strcmp(run->subjects[i].name, bench->name) &&
			!strcmp(run->subjects[i].suite, bench->suite))
			return &run->subjects[i];
	return NULL;
}

/* Audits what there is so far. */
static int find_doubts(struct checkup *c)
{
	struct run *run = &c->run;
	struct audit_choice choice = c->choice;
	struct audit audit = { 0 };
	struct log log = { 0 };
	struct err e;
	int code = 0;

	if (log_read(&log, run->part, LOG_KEEP_SAMPLES, &e)) {
		code = message_error(EXIT_WRITE, "%s", e.text);
		goto out;
	}
	checkup_waivers(&run->config.doctor, &log, false); /* the report will tell */
	choice.doubts = true;
	audit_logs(&audit, &log, 1, &run->config.doctor, &choice);
	for (size_t i = 0; i < audit.benches.count; i++) {
		const struct bench_data *bench = &audit.benches.items[i];
		struct doubt doubt = audit_doubt(&audit, bench, &choice);
		const struct subject *subject = doubt.launches ? subject_of(run, bench) : NULL;

		if (subject)
			c->alone[subject - run->subjects].doubt = doubt;
	}
out:
	audit_release(&audit);
	log_release(&log);
	return code;
}

void checkup_note_quiet(struct checkup *c, size_t subject, const struct log_row *row)
{
	struct evidence told = row->evidence;
	struct launch launch = row->launch;
	unsigned k = checkup_count_of(c, subject, launch.iterations);

	core_floor_learn(&c->floor, told.cpu, told.core_low);
	told.core_shared = core_floor_passed(&c->floor, told.cpu, told.core_high);
	launch.evidence = &told;
	if (c->stage == CHECKUP_STAGE_ALONE && k < CHECKUP_COUNTS && launch_is_quiet(&launch))
		c->alone[subject].quiet[k]++;
}

static unsigned quiet_launches(const struct checkup *c)
{
	unsigned quiet = 0;

	for (size_t i = 0; i < c->run.subject_count; i++)
		for (unsigned k = 0; k < CHECKUP_COUNTS; k++)
			quiet += c->alone[i].quiet[k];
	return quiet;
}

int recheck(struct checkup *c)
{
	int code = find_doubts(c);

	c->stage = CHECKUP_STAGE_ALONE;
	for (int pass = 0; !code && pass < PASSES; pass++) {
		unsigned before = quiet_launches(c);
		size_t planned;

		checkup_plan_alone(c);
		planned = c->run.plan.slot_count;
		code = checkup_launch(c, pass ? "Until quiet" : "Again, alone", 1);
		if (!planned || (quiet_launches(c) - before) * HOPELESS < planned)
			break;
	}
	return code;
}
