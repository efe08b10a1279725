/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/process_sweep.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"

/*
 * Method: the driver is a subreaper, so whatever a launch leaves behind becomes its child, and
 * /proc/thread-self/children lists it. The process group of the launch is killed first; then
 * each child that belongs to no live launch. As the children of a process appear only when it
 * has ended, the caller sweeps again until nothing remains. A killed process is remembered
 * until it is reaped: as a zombie it no longer shows whose it was.
 */

/* The worker number in the environment of the process, which it inherits from a launch; -1:
 * none. */
static long worker_of(pid_t pid)
{
	AUTO_FREE char *path = memory_format("/proc/%d/environ", (int)pid);
	const char *name = SWEEP_VARIABLE "=";
	size_t size = 0;
	AUTO_FREE char *text = file_text(path, &size);

	for (const char *p = text; size && p < text + size; p += strlen(p) + 1)
		if (!strncmp(p, name, strlen(name)))
			return strtol(p + strlen(name), NULL, 10);
	return -1;
}

/* The one CPU to which the process is pinned; -1: it is not. */
static int pinned_to(pid_t pid)
{
	cpu_set_t set;
	int cpu = 0;

	if (sched_getaffinity(pid, sizeof(set), &set) || CPU_COUNT(&set) != 1)
		return -1;
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}

/* Is it pinned to the CPU of another worker's launch, and not to this one's? */
static bool pinned_to_another(const struct sweep *sweep, unsigned worker, pid_t pid)
{
	int cpu = pinned_to(pid);

	if (cpu < 0 || cpu == sweep->cpus[worker])
		return false;
	for (size_t i = 0; i < sweep->worker_count; i++)
		if (i != worker && sweep->live[i] && sweep->cpus[i] == cpu)
			return true;
	return false;
}

static struct sweep_doomed *find_doomed(const struct sweep *sweep, pid_t pid)
{
	for (size_t i = 0; i < sweep->doomed_count; i++)
		if (sweep->doomed[i].pid == pid)
			return (struct sweep_doomed *)&sweep->doomed[i];
	return NULL;
}

static void doom(struct sweep *sweep, unsigned worker, pid_t pid)
{
	kill(pid, SIGKILL);
	if (!find_doomed(sweep, pid) && sweep->doomed_count < SWEEP_DOOMED_MAX)
		sweep->doomed[sweep->doomed_count++] =
			(struct sweep_doomed){ pid, worker, false };
}

/* Returns whether it was given up. */
static bool forget(struct sweep *sweep, pid_t pid)
{
	struct sweep_doomed *doomed = find_doomed(sweep, pid);
	bool given_up = doomed && doomed->given_up;

	if (doomed)
		*doomed = sweep->doomed[--sweep->doomed_count];
	return given_up;
}

void sweep_give_up(struct sweep *sweep, unsigned worker, pid_t pid)
{
	if (pid > 0)
		doom(sweep, worker, pid);
	for (size_t i = 0; i < sweep->doomed_count; i++)
		if (sweep->doomed[i].worker == worker)
			sweep->doomed[i].given_up = true;
}

static bool is_given_up(const struct sweep *sweep, pid_t pid)
{
	const struct sweep_doomed *doomed = find_doomed(sweep, pid);

	return doomed && doomed->given_up;
}

/* Does it belong to another worker, whose launch runs or has not been swept yet? */
static bool belongs_to_another(const struct sweep *sweep, unsigned worker, pid_t pid)
{
	const struct sweep_doomed *doomed = find_doomed(sweep, pid);
	pid_t session = getsid(pid);
	long number;

	if (doomed)
		return doomed->worker != worker;
	for (size_t i = 0; i < sweep->worker_count; i++)
		if (i != worker && sweep->live[i] &&
			(sweep->live[i] == pid || sweep->live[i] == session))
			return true;
	if (sweep->worker_count < 2 || session == sweep->live[worker])
		return false;
	number = worker_of(pid);
	if (number < 0)
		return pinned_to_another(sweep, worker, pid);
	return number != (long)worker && (size_t)number < sweep->worker_count &&
	       sweep->live[number] != 0;
}

#define CHILDREN "/proc/thread-self/children"

/* These children are never reaped, so the kernel does not reuse their process ids. */
static pid_t *spared;
static size_t spared_count, spared_capacity;

bool sweep_works(void)
{
	return access(CHILDREN, R_OK) == 0;
}

void sweep_spare_children(void)
{
	AUTO_FREE char *text = file_text(CHILDREN, NULL);
	char *p = text;
	pid_t child;

	while (p && (child = (pid_t)strtol(p, &p, 10)))
		*ARRAY_ADD(spared, spared_count, spared_capacity) = child;
}

static bool is_spared(pid_t pid)
{
	for (size_t i = 0; i < spared_count; i++)
		if (spared[i] == pid)
			return true;
	return false;
}

void sweep_orphans(void)
{
	const struct timespec pause = { 0, 2000000 };
	struct sweep sweep = { 0 };
	unsigned ended = 0;

	for (int i = 0; i < 500 && sweep_leftovers(&sweep, 0, 0, &ended); i++)
		nanosleep(&pause, NULL);
}

unsigned sweep_leftovers(struct sweep *sweep, unsigned worker, pid_t pid, unsigned *ended)
{
	AUTO_FREE char *text = NULL;
	unsigned remaining = 0;
	pid_t child;
	int status;
	char *p;

	if (pid > 0)
		kill(-pid, SIGKILL);
	text = file_text(CHILDREN, NULL);
	p = text;
	while (p && (child = (pid_t)strtol(p, &p, 10))) {
		if (is_spared(child) || belongs_to_another(sweep, worker, child))
			continue;
		doom(sweep, worker, child);
		if (waitpid(child, &status, WNOHANG) != child)
			remaining += !is_given_up(sweep, child);
		else if (!forget(sweep, child))
			*ended += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
	}
	return remaining;
}
