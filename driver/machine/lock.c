/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/lock.h"

#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "harness/base/clock.h"

/* How many processes can wait in the holder's queue; others try again after a while. */
#define QUEUE         128
#define LOOK_AGAIN_MS 500
#define UNHEARD_MS    2
/* A bdriver listens at once. What does not listen for so long is none. */
#define UNHEARD_MAX 1000

struct wait {
	const struct lock_wait *options;
	bool announced;
	unsigned unheard;     /* attempts at which the holder did not listen */
	uint64_t deadline_ns; /* of the wait for a stranger */
};

static socklen_t make_address(struct sockaddr_un *address, const char *name, int cpu)
{
	int n;

	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	n = snprintf(address->sun_path + 1, sizeof(address->sun_path) - 1, "%.64s-cpu-%d", name,
		cpu);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* The holder as a half sentence; `connection` goes to it. Returns whether it is the same user
 * or root: anybody else might hold the name only to block others. */
static bool name_holder(int connection, char *text, size_t size)
{
	struct ucred who;
	socklen_t length = sizeof(who);
	const struct passwd *user;

	if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &who, &length) || who.pid <= 0) {
		snprintf(text, size, "another process");
		return false;
	}
	user = getpwuid(who.uid);
	snprintf(text, size, "process %d of user %s", (int)who.pid,
		user ? user->pw_name : "unknown");
	return !who.uid || who.uid == geteuid();
}

/* Connects to the holder. -1: it is gone, or its queue is full (errno EAGAIN). */
static int connect_holder(const struct sockaddr_un *address, socklen_t size)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd >= 0 && connect(fd, (const struct sockaddr *)address, size)) {
		int saved = errno;

		close(fd);
		errno = saved;
		return -1;
	}
	return fd;
}

static void say(struct wait *w, const char *sentence)
{
	if (!w->announced && w->options->say)
		w->options->say(w->options->ctx, sentence);
	w->announced = true;
}

/* Returns 0 when the holder may be gone; LOCK_VOID if it is no bdriver; -1. */
#define LOCK_VOID 1

static int wait_unheard(struct wait *w, int cpu)
{
	char sentence[160];

	poll(NULL, 0, UNHEARD_MS);
	if (++w->unheard < UNHEARD_MAX)
		return 0;
	snprintf(sentence, sizeof(sentence),
		"warning: the lock of CPU %d is held by a process that does not listen, so it "
		"is "
		"no bdriver: the lock is ignored",
		cpu);
	w->announced = false;
	say(w, sentence);
	return LOCK_VOID;
}

/* Of a stranger at most until the deadline. 0 or -1. */
static int wait_heard(
	struct wait *w, int fd, bool stranger, const char *holder, int cpu, struct err *e)
{
	struct pollfd hang_up = { .fd = fd };
	uint64_t now = bd_clock_ns();
	int ms = fd < 0 ? LOOK_AGAIN_MS : -1;

	if (!w->deadline_ns)
		w->deadline_ns = now + (uint64_t)w->options->stranger_ms * 1000000;
	if (stranger && now >= w->deadline_ns)
		return bd_err(e,
			"%s has held the lock of CPU %d for too long; end it, use other CPUs, "
			"or "
			"set " LOCK_VARIABLE " to a name of your own",
			holder, cpu);
	if (stranger && fd >= 0)
		ms = (int)((w->deadline_ns - now) / 1000000) + 1;
	if (poll(&hang_up, fd >= 0, ms) < 0)
		return bd_err(e, "interrupted while waiting for %s", holder);
	/* One that closes every connection must not keep this process busy. */
	poll(NULL, 0, UNHEARD_MS);
	return 0;
}

static int wait_for_holder(struct wait *w, const struct sockaddr_un *address, socklen_t size,
	int cpu, struct err *e)
{
	int fd = connect_holder(address, size), rc;
	char holder[128] = "another process", sentence[256];
	bool stranger = true;

	if (fd < 0 && errno == ECONNREFUSED)
		return wait_unheard(w, cpu);
	if (fd >= 0)
		stranger = !name_holder(fd, holder, sizeof(holder));
	if (!w->options->allowed) {
		rc = bd_err(e, "%s is measuring on CPU %d; wait for it, or use other CPUs",
			holder, cpu);
	} else {
		snprintf(sentence, sizeof(sentence),
			"waiting for %s, which is measuring on CPU %d (--no-wait to give up)",
			holder, cpu);
		say(w, sentence);
		rc = wait_heard(w, fd, stranger, holder, cpu, e);
	}
	if (fd >= 0)
		close(fd);
	return rc;
}

/* The socket; -2: the CPU is used without its lock; -1. */
static int take_one(struct wait *w, const char *name, int cpu, struct err *e)
{
	struct sockaddr_un address;
	socklen_t size = make_address(&address, name, cpu);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), rc = 0;

	if (fd < 0)
		return bd_err(e, "cannot make a lock for CPU %d: %s", cpu, strerror(errno));
	while (!rc && bind(fd, (struct sockaddr *)&address, size))
		rc = errno == EADDRINUSE
			     ? wait_for_holder(w, &address, size, cpu, e)
			     : bd_err(e, "cannot lock CPU %d: %s", cpu, strerror(errno));
	if (!rc && listen(fd, QUEUE))
		rc = bd_err(e, "cannot lock CPU %d: %s", cpu, strerror(errno));
	if (rc)
		close(fd);
	return rc == LOCK_VOID ? -2 : rc ? -1 : fd;
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int lock_take(struct lock *lock, const int *cpus, size_t count, const struct lock_wait *wait,
	struct err *e)
{
	const char *name = getenv(LOCK_VARIABLE);
	int *sorted = memory_zeroed(count, sizeof(*sorted)), rc = 0;

	*lock = (struct lock){ .fds = memory_zeroed(count, sizeof(*lock->fds)) };
	if (!name)
		name = "bdriver";
	if (!*name)
		count = 0;
	if (count)
		memcpy(sorted, cpus, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), ascending);
	for (size_t i = 0; i < count && !rc; i++) {
		struct wait w = { .options = wait };
		int fd;

		if (sorted[i] < 0 || (i && sorted[i] == sorted[i - 1]))
			continue;
		fd = take_one(&w, name, sorted[i], e);
		if (fd == -1)
			rc = -1;
		else if (fd >= 0)
			lock->fds[lock->count++] = fd;
	}
	free(sorted);
	if (rc)
		lock_release(lock);
	return rc;
}

void lock_release(struct lock *lock)
{
	for (size_t i = 0; i < lock->count; i++)
		close(lock->fds[i]);
	free(lock->fds);
	*lock = (struct lock){ 0 };
}
