/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/machine/isolate_group.h"

/*
 * Method: the group is tried in each cgroup from the root down to the own one, as a partition
 * needs a parent that is one, and the first that takes a process wins. The kernel accepts words
 * that it cannot honour, so each is read back: `isolated`, `root`, else a plain cpuset that
 * others share. A child tries to move in before the first launch does. Another driver may
 * remove a group or the controller at any time, so opening is tried again; a killed launch
 * stays in its group for a moment, so removing is, too (half a second).
 */

/* A launch that was killed may take a moment to leave its group. */
#define REMOVE_TRIES    50
#define REMOVE_PAUSE_NS 10000000
/* Another driver that ends or cleans up may remove the group or the controller meanwhile. */
#define OPEN_TRIES 3

static char *list_cpus(const int *cpus, size_t count)
{
	AUTO(string_list_release) struct string_list numbers = { 0 };

	for (size_t i = 0; i < count; i++)
		string_list_addf(&numbers, "%d", cpus[i]);
	return string_list_join(&numbers, ",");
}

static int remove_group(const char *group)
{
	const struct timespec pause = { .tv_nsec = REMOVE_PAUSE_NS };
	int tries = REMOVE_TRIES;

	while (rmdir(group) && errno == EBUSY && tries-- > 0)
		nanosleep(&pause, NULL);
	return access(group, F_OK);
}

/* In a process of its own, that moves into the group. Returns an errno. */
static int try_to_move(int procs, cpu_set_t *given)
{
	int ends[2], status = 0;
	ssize_t got = -1;
	pid_t child;

	if (pipe2(ends, O_CLOEXEC))
		return errno;
	child = fork();
	if (child == 0) {
		cpu_set_t set;

		if (write(procs, "0\n", 2) != 2)
			_exit(errno & 0xff);
		if (sched_getaffinity(0, sizeof(set), &set) ||
			write(ends[1], &set, sizeof(set)) != (ssize_t)sizeof(set))
			_exit(EIO);
		_exit(0);
	}
	close(ends[1]);
	if (child > 0)
		got = read(ends[0], given, sizeof(*given));
	close(ends[0]);
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return EAGAIN;
	if (WEXITSTATUS(status))
		return WEXITSTATUS(status);
	return got == (ssize_t)sizeof(*given) ? 0 : EIO;
}

bool isolate_confines(const struct isolate *isolate, const int *cpus, size_t count)
{
	cpu_set_t wanted, given;

	CPU_ZERO(&wanted);
	for (size_t i = 0; i < count; i++)
		if (cpus[i] >= 0 && cpus[i] < CPU_SETSIZE)
			CPU_SET(cpus[i], &wanted);
	return try_to_move(isolate->procs, &given) == 0 && CPU_EQUAL(&wanted, &given);
}

/* The kernel accepts the word; reading it back may give "isolated invalid (REASON)". */
static bool becomes(const char *group, const char *partition, char **answer)
{
	int code = cgroup_write(group, "cpuset.cpus.partition", partition);
	bool is;

	free(*answer);
	*answer = code ? memory_text(strerror(code))
		       : cgroup_read(group, "cpuset.cpus.partition");
	is = !code && *answer && !strcmp(*answer, partition);
	if (!is && !code)
		cgroup_write(group, "cpuset.cpus.partition", "member");
	return is;
}

/* Returns 0 or an errno, with *e set, as do those below. */
static int group_failed(const char *group, const char *file, int code, struct err *e)
{
	if (code)
		bd_err(e, "%s%s%s: %s", group, *file ? "/" : "", file, strerror(code));
	return code;
}

static int fill_group(struct isolate *isolate, const char *list, struct err *e)
{
	const char *kind = "isolated";
	char *answer = NULL;
	int code = cgroup_write(isolate->group, "cpuset.cpus", list);

	if (code)
		return group_failed(isolate->group, "cpuset.cpus", code, e);
	if (!becomes(isolate->group, kind, &answer)) {
		kind = "root";
		if (!becomes(isolate->group, kind, &answer)) {
			kind = "member";
			isolate->shared = memory_format("it is not a partition: %s",
				answer ? answer : "the kernel does not say why");
		}
	}
	isolate->kind = isolate->shared ? NULL : kind;
	isolate->text = memory_format(
		"cgroup v2 %s, cpus %s, partition %s", isolate->group, list, kind);
	free(answer);
	return 0;
}

static int open_procs(struct isolate *isolate, struct err *e)
{
	char *path = memory_format("%s/cgroup.procs", isolate->group);
	cpu_set_t given;
	int code;

	isolate->procs = open(path, O_WRONLY | O_CLOEXEC);
	code = isolate->procs < 0 ? errno : 0;
	free(path); /* before the fork: valgrind reports it as lost in the child */
	if (!code)
		code = try_to_move(isolate->procs, &given);
	return group_failed(isolate->group, "cgroup.procs", code, e);
}

/* The folder, and the controller in it. */
static int make_group(struct isolate *isolate, const char *above, pid_t pid, struct err *e)
{
	bool on = cgroup_has_word(above, "cgroup.subtree_control", "cpuset");
	int code = 0;

	/* The last driver that needs the controller switches it off. */
	if (!on || isolate_group_any_switched(above))
		isolate->switched = memory_text(above);
	isolate->group = isolate_group_path(above, pid, isolate->switched != NULL);
	if (mkdir(isolate->group, 0755) && errno != EEXIST)
		return group_failed(isolate->group, "", errno, e);
	isolate->held = isolate_group_hold(isolate->group);
	if (isolate->held < 0 && (errno == EWOULDBLOCK || errno == ENOENT))
		return group_failed(isolate->group, "", errno, e);
	if (!on)
		code = cgroup_write(above, "cgroup.subtree_control", "+cpuset");
	return group_failed(above, "cgroup.subtree_control", code, e);
}

static int try_in(
	struct isolate *isolate, const char *above, pid_t pid, const char *list, struct err *e)
{
	int code;

	*isolate = (struct isolate){ .made = true, .procs = -1, .held = -1 };
	if (!cgroup_has_word(above, "cgroup.controllers", "cpuset")) {
		bd_err(e,
			"%s has no controller cpuset (a tree of cgroup v1 may have it instead)",
			above);
		return EOPNOTSUPP;
	}
	code = make_group(isolate, above, pid, e);
	if (!code)
		code = fill_group(isolate, list, e);
	return code ? code : open_procs(isolate, e);
}

/* In the group `above`. Leaves nothing behind where it fails. */
static int open_in(
	struct isolate *isolate, const char *above, pid_t pid, const char *list, struct err *e)
{
	int code = ENOENT;

	for (int tries = OPEN_TRIES; tries > 0 && (code == ENOENT || code == ENODEV); tries--) {
		struct isolate made;

		code = try_in(&made, above, pid, list, e);
		if (code)
			isolate_close(&made);
		else
			*isolate = made;
	}
	return code ? -1 : 0;
}

/* From the top to the own group, until `visit` returns 0. Returns its last result. */
static int each_group(
	const struct cgroup_place *place, int (*visit)(void *ctx, const char *group), void *ctx)
{
	size_t size = 0, all = strlen(place->own);
	int rc;

	for (;;) {
		/* volatile: in a fork, valgrind reports a pointer that is only in a register as
		 * lost. */
		char *volatile group =
			memory_format("%s%.*s", place->mount, (int)size, place->own);

		rc = visit(ctx, group);
		free(group);
		if (!rc || size >= all)
			return rc;
		size += 1 + strcspn(place->own + size + 1, "/");
	}
}

struct attempt {
	struct isolate *isolate;
	pid_t pid;
	const char *list;
	struct err first; /* of the highest group, where root would succeed */
	bool failed;
};

static int attempt(void *ctx, const char *group)
{
	struct attempt *a = ctx;
	struct err e;

	if (open_in(a->isolate, group, a->pid, a->list, &e) == 0)
		return 0;
	if (!a->failed)
		a->first = e;
	a->failed = true;
	return -1;
}

int isolate_open(struct isolate *isolate, const struct cgroup_place *place, pid_t pid,
	const int *cpus, size_t count, struct err *e)
{
	AUTO_FREE char *list = list_cpus(cpus, count);
	struct attempt a = { .isolate = isolate, .pid = pid, .list = list };
	int rc;

	*isolate = (struct isolate){ 0 };
	rc = each_group(place, attempt, &a);
	return rc ? bd_err(e, "no cpuset can be made: %s", a.first.text) : 0;
}

bool isolate_holds(struct isolate *isolate)
{
	AUTO_FREE char *now = NULL;

	if (!isolate->made || !isolate->kind || isolate->lost)
		return !isolate->lost;
	now = cgroup_read(isolate->group, "cpuset.cpus.partition");
	if (!now || strcmp(now, isolate->kind) != 0)
		isolate->lost = memory_format("%s is not a partition any more: %s",
			isolate->group, now ? now : "its controller was switched off");
	return !isolate->lost;
}

void isolate_close(struct isolate *isolate)
{
	if (isolate->made && isolate->procs >= 0)
		close(isolate->procs);
	if (isolate->made && isolate->group)
		remove_group(isolate->group);
	if (isolate->switched)
		isolate_group_switch_off(isolate->switched, isolate->group);
	if (isolate->made && isolate->held >= 0)
		close(isolate->held);
	free(isolate->group);
	free(isolate->switched);
	free(isolate->shared);
	free(isolate->lost);
	free(isolate->text);
	memset(isolate, 0, sizeof(*isolate));
}

static int clear_group(void *ctx, const char *group)
{
	*(unsigned *)ctx += isolate_group_clear(group);
	return -1;
}

unsigned isolate_clear(const struct cgroup_place *place)
{
	unsigned removed = 0;

	each_group(place, clear_group, &removed);
	return removed;
}
