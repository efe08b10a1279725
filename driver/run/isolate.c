/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/exec/spawn.h"
#include "driver/run/run.h"

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
static int check_workers(const struct run *run, struct err *e)
{
	unsigned workers = run->settings.workers;

	if (workers < run->topology.cpu_count)
		return 0;
	if (run->topology.cpu_count == 1)
		return bd_err(e, "--isolate: this process may use one CPU only, so nothing "
				 "can be kept from the others; run without --isolate");
	return bd_err(e,
		"--isolate: %u worker%s would take all %zu CPUs from everybody else; give at "
		"most -j %zu",
		workers, workers == 1 ? "" : "s", run->topology.cpu_count,
		run->topology.cpu_count - 1);
}

/* The siblings as well, unless nothing would be left for the others. */
static size_t choose_cpus(const struct run *run, int *cpus, bool *siblings_left)
{
	size_t count = topology_worker_cores(&run->topology, run->settings.workers, cpus);

	*siblings_left = count == run->topology.cpu_count;
	return *siblings_left ? run->settings.workers : count;
}

static int make(struct run *run, struct err *why)
{
	int *cpus = memory_zeroed(run->topology.cpu_count, sizeof(*cpus)), rc;
	bool siblings_left;
	size_t count = choose_cpus(run, cpus, &siblings_left);
	struct cgroup_place place;

	rc = cgroup_find_own(&place, why);
	if (!rc) {
		rc = isolate_open(&run->isolate, &place, getpid(), cpus, count, why);
		cgroup_release(&place);
	}
	if (!rc && !isolate_confines(&run->isolate, cpus, count))
		rc = bd_err(why, "a process in %s does not get the CPUs of the workers",
			run->isolate.group);
	if (!rc && siblings_left) {
		char *text = run->isolate.text;

		run->isolate.text =
			memory_format("%s, their SMT siblings left to the others", text);
		free(text);
	}
	free(cpus);
	return rc;
}

int run_isolate(struct run *run, struct err *e)
{
	struct err why;

	if (!run->options->isolate)
		return 0;
	if (check_workers(run, e))
		return -1;
	if (make(run, &why))
		return refuse(&why, e);
	spawn_group(run->isolate.procs);
	if (run->isolate.shared && !run->options->shared.quiet)
		message_warning(
			"--isolate: others may use the CPUs of the launches as well: %s",
			run->isolate.shared);
	return 0;
}

void run_isolate_check(struct run *run)
{
	if (run->isolate.lost || isolate_holds(&run->isolate) ||
		run->progress.kind == PROGRESS_QUIET)
		return;
	progress_say(&run->progress,
		"--isolate: others may use the CPUs of the launches from now on: %s",
		run->isolate.lost);
}

void run_isolate_end(struct run *run)
{
	spawn_group(-1);
	isolate_close(&run->isolate);
}
