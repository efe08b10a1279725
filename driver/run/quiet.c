/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "driver/machine/watch.h"
#include "driver/request/settings.h"
#include "driver/run/cpus.h"
#include "driver/run/quiet.h"
#include "harness/base/clock.h"

#define WATCH_NS 2000000000
/* A machine that is not quiet by then will not be soon. */
#define WAIT_MAX_NS  1800000000000u
#define SAY_EVERY_NS 60000000000u

/* The first quantity that has the worst grade. */
static enum watched worst_of(const struct watch *watch)
{
	enum grade worst = grade_worst(watch->values);
	int i = 0;

	while (i < WATCHED_COUNT - 1 && grade_of((enum watched)i, watch->values[i]) != worst)
		i++;
	return (enum watched)i;
}

static int refuse(const struct watch *watch, enum grade wanted, const char *when, struct err *e)
{
	enum watched worst = worst_of(watch);

	return bd_err(e,
		"the machine has grade %c, not the %c that --require-quiet asks for%s: %s is "
		"%.4g %s; %s",
		grade_letter(grade_worst(watch->values)), grade_letter(wanted), when,
		watched_infos[worst].name, watch->values[worst], watched_infos[worst].unit,
		watched_infos[worst].advice);
}

static void say(const struct watch *watch, enum grade wanted)
{
	enum watched worst = worst_of(watch);

	fprintf(stderr, "bdriver: waiting for grade %c; the machine has %c (%s is %.4g %s)\n",
		grade_letter(wanted), grade_letter(grade_worst(watch->values)),
		watched_infos[worst].name, watch->values[worst], watched_infos[worst].unit);
}

int run_wait_quiet(struct run_cpus *cpus, const struct run_settings *s, struct err *e)
{
	uint64_t began = bd_clock_ns(), said = 0;
	struct watch watch;
	enum grade wanted;

	if (!s->require_quiet)
		return 0;
	wanted = grade_parse(s->require_quiet);
	for (;;) {
		if (watch_machine(&watch, &cpus->topology, WATCH_NS, e))
			return -1;
		cpus->quiet_grade[0] = grade_letter(grade_worst(watch.values));
		if (grade_worst(watch.values) <= wanted)
			return 0;
		if (!s->wait)
			return refuse(&watch, wanted, "", e);
		if (bd_clock_ns() - began > WAIT_MAX_NS)
			return refuse(&watch, wanted, ", for half an hour", e);
		if (!s->quiet && (!said || bd_clock_ns() - said > SAY_EVERY_NS)) {
			say(&watch, wanted);
			said = bd_clock_ns();
		}
	}
}
