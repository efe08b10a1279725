/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/child_setup.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>

static struct {
	bool installed, armed;
	pid_t driver;
	int procs; /* of the launches' group, -1: none */
	struct child_setup setup;
} state = { .procs = -1 };

/* In the new process: only system calls. What fails here leaves the launch as the driver is. */
static void in_child(void)
{
	cpu_set_t one;

	if (!state.armed)
		return;
	/* Kept over exec: no suite outlives a driver that was killed. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != state.driver)
		_exit(127);
	/* Changes the affinity, so it comes before the pinning. */
	if (state.procs >= 0 && write(state.procs, "0\n", 2) != 2)
		_exit(127);
	if (state.setup.cpu >= 0) {
		CPU_ZERO(&one);
		CPU_SET(state.setup.cpu, &one);
		sched_setaffinity(0, sizeof(one), &one);
	}
	if (state.setup.fixed_layout)
		personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
}

void child_setup_arm(const struct child_setup *setup)
{
	if (!state.installed)
		state.installed = !pthread_atfork(NULL, NULL, in_child);
	state.setup = *setup;
	state.driver = getpid();
	state.armed = true;
}

void child_setup_disarm(void)
{
	state.armed = false;
}

void child_setup_group(int procs)
{
	state.procs = procs;
}

bool child_setup_can_pin(int cpu)
{
	cpu_set_t before, one;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(before), &before))
		return false;
	/* Others, this process too, may be kept off the group's CPUs. */
	if (state.procs >= 0)
		return true;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return false;
	sched_setaffinity(0, sizeof(before), &before);
	return true;
}
