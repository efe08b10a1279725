/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "driver/run.h"
#include "driver/spawn.h"

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
		"--isolate: %s; run as root, or in a cgroup that was given to you with the "
		"controller cpuset (docs/RELIABILITY.md tells how), or without --isolate",
		why->text);
}

/* Somebody must be able to run the rest of the machine, and the driver. */
static int check_workers(const struct run *run, struct err *e)
{
	unsigned workers = run->settings.workers;

	if (workers < run->topology.cpu_count)
		return 0;
	if (run->topology.cpu_count == 1)
		return bd_err(e, "--isolate: there is one CPU only, so nothing can be kept "
				 "from the others; run without --isolate");
	return bd_err(e,
		"--isolate: %u worker%s would take all %zu CPUs from everybody else; give at "
		"most -j %zu",
		workers, workers == 1 ? "" : "s", run->topology.cpu_count,
		run->topology.cpu_count - 1);
}

int run_isolate(struct run *run, struct err *e)
{
	struct cgroup_place place;
	struct err why;
	int rc;

	if (!run->options->isolate)
		return 0;
	if (check_workers(run, e))
		return -1;
	if (cgroup_find_own(&place, &why))
		return refuse(&why, e);
	rc = isolate_open(
		&run->isolate, &place, getpid(), run->cpus, run->settings.workers, &why);
	cgroup_release(&place);
	if (!rc && !isolate_confines(&run->isolate, run->cpus, run->settings.workers))
		rc = bd_err(&why, "a process in %s does not get the CPUs of the workers",
			run->isolate.group);
	if (rc)
		return refuse(&why, e);
	spawn_group(run->isolate.procs);
	if (run->isolate.shared && !run->options->shared.quiet)
		command_warning(
			"--isolate: others may use the CPUs of the launches as well: %s",
			run->isolate.shared);
	return 0;
}

void run_isolate_end(struct run *run)
{
	spawn_group(-1);
	isolate_close(&run->isolate);
}
