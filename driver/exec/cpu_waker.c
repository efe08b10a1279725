/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/cpu_waker.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "compare/base/memory.h"

#define STACK_SIZE ((size_t)128 * 1024)

struct cpu_waker {
	struct cpu_wakers *all;
	pthread_t thread;
	int cpu;
	int bell;       /* eventfd: signals a new launch, and the end */
	atomic_int new; /* pidfd that the thread has not taken yet, -1: none */
};

struct cpu_wakers {
	struct cpu_waker *items;
	unsigned count;
	pid_t driver;
	pthread_mutex_t lock;
	/* Under the lock, which is held while the driver is moved: */
	bool rests;
	int called; /* the CPU of a call that came between rise and rest, -1: none */
	atomic_bool over;
};

static int move(pid_t thread, int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(thread, sizeof(one), &one);
}

static void call(struct cpu_wakers *all, int cpu)
{
	pthread_mutex_lock(&all->lock);
	if (!all->rests)
		all->called = cpu;
	else if (move(all->driver, cpu) == 0)
		all->called = -1;
	pthread_mutex_unlock(&all->lock);
}

static void drop(struct pollfd *launch)
{
	if (launch->fd >= 0)
		close(launch->fd);
	launch->fd = -1;
}

/* A bell may have been for the launch before, which is watched already. */
static void take_new(struct cpu_waker *d, struct pollfd *launch)
{
	int fd = atomic_exchange(&d->new, -1);

	if (fd < 0)
		return;
	drop(launch);
	launch->fd = fd;
}

static void *wait_there(void *given)
{
	struct cpu_waker *d = given;
	struct pollfd fds[2] = { { d->bell, POLLIN, 0 }, { -1, POLLIN, 0 } };
	uint64_t rung;

	while (!d->all->over && poll(fds, 2, -1) >= 0) {
		if (fds[1].revents) {
			call(d->all, d->cpu);
			drop(&fds[1]);
		}
		if (fds[0].revents && read(d->bell, &rung, sizeof(rung)) > 0)
			take_new(d, &fds[1]);
	}
	drop(&fds[1]);
	return NULL;
}

static void ring(struct cpu_waker *d)
{
	const uint64_t once = 1;
	ssize_t n = write(d->bell, &once, sizeof(once));

	(void)n; /* fails only if a call is already pending */
}

/* A thread with a small stack on the CPU of the waker. Signals are for the main thread. */
static int start_thread(struct cpu_waker *d)
{
	sigset_t all, before;
	pthread_attr_t attributes;
	cpu_set_t one;
	int rc;

	CPU_ZERO(&one);
	CPU_SET(d->cpu, &one);
	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, sizeof(one), &one);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&d->thread, &attributes, wait_there, d);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return rc;
}

static int add_waker(struct cpu_wakers *all, int cpu)
{
	struct cpu_waker *d = &all->items[all->count];

	*d = (struct cpu_waker){ .all = all, .cpu = cpu, .new = -1 };
	if (cpu < 0 || cpu >= CPU_SETSIZE)
		return -1;
	d->bell = eventfd(0, EFD_CLOEXEC);
	if (d->bell < 0)
		return -1;
	if (start_thread(d)) {
		close(d->bell);
		return -1;
	}
	all->count++;
	return 0;
}

static bool has_pidfds(void)
{
	int fd = pidfd_open(getpid(), 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

struct cpu_wakers *cpu_wakers_open(const int *cpus, unsigned count)
{
	struct cpu_wakers *all;

	if (!has_pidfds())
		return NULL;
	all = memory_zeroed(1, sizeof(*all));
	all->items = memory_zeroed(count, sizeof(*all->items));
	all->driver = gettid();
	all->called = -1;
	pthread_mutex_init(&all->lock, NULL);
	for (unsigned i = 0; i < count; i++) {
		if (add_waker(all, cpus[i])) {
			cpu_wakers_close(all);
			return NULL;
		}
	}
	return all;
}

void cpu_wakers_close(struct cpu_wakers *all)
{
	if (!all)
		return;
	all->over = true;
	for (unsigned i = 0; i < all->count; i++)
		ring(&all->items[i]);
	for (unsigned i = 0; i < all->count; i++) {
		pthread_join(all->items[i].thread, NULL);
		close(all->items[i].bell);
		if (all->items[i].new >= 0)
			close(all->items[i].new);
	}
	pthread_mutex_destroy(&all->lock);
	free(all->items);
	free(all);
}

void cpu_wakers_watch(struct cpu_wakers *all, unsigned worker, pid_t pid)
{
	int fd = all ? pidfd_open(pid, 0) : -1;

	if (fd < 0)
		return;
	fd = atomic_exchange(&all->items[worker].new, fd);
	if (fd >= 0)
		close(fd);
	ring(&all->items[worker]);
}

void cpu_wakers_follow(struct cpu_wakers *all, unsigned worker)
{
	int cpu = all ? all->items[worker].cpu : -1;

	if (!all)
		return;
	pthread_mutex_lock(&all->lock);
	if (all->called == cpu)
		all->called = -1;
	if (sched_getcpu() != cpu)
		move(0, cpu);
	pthread_mutex_unlock(&all->lock);
}

void cpu_wakers_rest(struct cpu_wakers *all)
{
	if (!all)
		return;
	pthread_mutex_lock(&all->lock);
	all->rests = true;
	if (all->called >= 0)
		move(0, all->called);
	all->called = -1;
	pthread_mutex_unlock(&all->lock);
}

void cpu_wakers_rise(struct cpu_wakers *all)
{
	if (!all)
		return;
	pthread_mutex_lock(&all->lock);
	all->rests = false;
	pthread_mutex_unlock(&all->lock);
}
