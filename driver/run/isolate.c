/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/exec/spawn.h"
#include "driver/run/cpus.h"
#include "driver/run/isolate.h"
#include "driver/run/progress.h"

void run_isolate_clear(void)
{
	struct cgroup_place place;
	struct err e;

	if (cgroup_find_own(&place, &e))
		return;
	isolate_clear(&place);
	cgroup_release(&place);
}

static int refuse(const struct err *why, struct err *e)
{
	return bd_err(e,
		"--isolate: %s; run as root, or in a cgroup that you own, under cgroup v2 with "
		"the controller cpuset (docs/RELIABILITY.md, \"Isolation\"), or without "
		"--isolate",
		why->text);
}

/* Somebody must be able to run the rest of the machine, and the driver. */
static int check_workers(const struct run_cpus *c, struct err *e)
{
	unsigned workers = c->workers;

	if (workers < c->topology.cpu_count)
		return 0;
	if (c->topology.cpu_count == 1)
		return bd_err(e, "--isolate: this process may use one CPU only, so nothing "
				 "can be kept from the others; run without --isolate");
	return bd_err(e,
		"--isolate: %u worker%s would take all %zu CPUs from everybody else; give at "
		"most -j %zu",
		workers, workers == 1 ? "" : "s", c->topology.cpu_count,
		c->topology.cpu_count - 1);
}

/* The siblings as well, unless nothing would be left for the others. */
static size_t choose_cpus(const struct run_cpus *c, int *cpus, bool *siblings_left)
{
	size_t count = topology_worker_cores(&c->topology, c->workers, cpus);

	*siblings_left = count == c->topology.cpu_count;
	return *siblings_left ? c->workers : count;
}

static int make(struct run_cpus *c, struct err *why)
{
	AUTO_FREE int *cpus = memory_zeroed(c->topology.cpu_count, sizeof(*cpus));
	int rc;
	bool siblings_left;
	size_t count = choose_cpus(c, cpus, &siblings_left);
	struct cgroup_place place;

	rc = cgroup_find_own(&place, why);
	if (!rc) {
		rc = isolate_open(&c->isolate, &place, getpid(), cpus, count, why);
		cgroup_release(&place);
	}
	if (!rc && !isolate_confines(&c->isolate, cpus, count))
		rc = bd_err(why, "a process in %s does not get the CPUs of the workers",
			c->isolate.group);
	if (!rc && siblings_left) {
		AUTO_FREE char *text = c->isolate.text;

		c->isolate.text =
			memory_format("%s, their SMT siblings left to the others", text);
	}
	return rc;
}

int run_isolate(struct run_cpus *c, bool quiet, struct err *e)
{
	struct err why;

	if (check_workers(c, e))
		return -1;
	if (make(c, &why))
		return refuse(&why, e);
	spawn_group(c->isolate.procs);
	if (c->isolate.shared && !quiet)
		message_warning(
			"--isolate: others may use the CPUs of the launches as well: %s",
			c->isolate.shared);
	return 0;
}

void run_isolate_check(struct run_cpus *c, struct progress *progress)
{
	if (c->isolate.lost || isolate_holds(&c->isolate) || progress->kind == PROGRESS_QUIET)
		return;
	progress_say(progress,
		"--isolate: others may use the CPUs of the launches from now on: %s",
		c->isolate.lost);
}

void run_isolate_end(struct run_cpus *c)
{
	spawn_group(-1);
	isolate_close(&c->isolate);
}
