/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/pinned_thread.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

#define STACK_SIZE ((size_t)128 * 1024)

int pinned_thread_start(pthread_t *thread, int cpu, void *(*run)(void *), void *given)
{
	sigset_t all, before;
	pthread_attr_t attributes;
	cpu_set_t one;
	int rc;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, sizeof(one), &one);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(thread, &attributes, run, given);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return rc;
}
