/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/cpu_slicer.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/exec/pinned_thread.h"

/* The shortest that the kernel grants: the thread then comes before those that compute. */
#define OWN_SLICE_NS 100000

/* linux/sched/types.h, which does not go with sched.h. */
struct sched_attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

struct cpu_slicer {
	pthread_t thread;
	atomic_bool over;
};

void cpu_slicer_shorten(uint64_t ns)
{
	struct sched_attr attr = { 0 };

	if (syscall(SYS_sched_getattr, 0, &attr, sizeof(attr), 0))
		return;
	/* What is woken up as a batch comes before nobody. */
	if (attr.policy == SCHED_BATCH)
		attr.policy = SCHED_OTHER;
	attr.runtime = ns;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}

static void *wake(void *given)
{
	const struct timespec time = { 0, CPU_SLICER_NS };
	struct cpu_slicer *slicer = given;

	cpu_slicer_shorten(OWN_SLICE_NS);
	while (!slicer->over)
		nanosleep(&time, NULL);
	return NULL;
}

struct cpu_slicer *cpu_slicer_start(int cpu)
{
	struct cpu_slicer *slicer = memory_zeroed(1, sizeof(*slicer));

	if (pinned_thread_start(&slicer->thread, cpu, wake, slicer)) {
		free(slicer);
		return NULL;
	}
	return slicer;
}

void cpu_slicer_stop(struct cpu_slicer *slicer)
{
	if (!slicer)
		return;
	slicer->over = true;
	pthread_join(slicer->thread, NULL);
	free(slicer);
}
