/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHILD_SETUP_H
#define DRIVER_CHILD_SETUP_H

#include <stdbool.h>

/*
 * What a launch is given between fork and exec. uv_spawn() has no hook there, but it forks, so
 * a handler of pthread_atfork() is one. The driver need not put on the launch's affinity itself
 * for a while: that would take it to the measured CPU and back with every launch.
 */
struct child_setup {
	int cpu; /* to pin to, -1: not */
	bool fixed_layout;
};

/* For the forks of this thread from now on, until child_setup_disarm(). */
void child_setup_arm(const struct child_setup *setup);
void child_setup_disarm(void);
/*
 * For all launches from now on: they move into the group whose `cgroup.procs` this descriptor
 * is, before they are pinned; one that cannot exits with 127. -1: no group.
 */
void child_setup_group(int procs);
/* Can a launch be pinned to this CPU here? With a group, its CPUs are taken to be those. */
bool child_setup_can_pin(int cpu);

#endif
