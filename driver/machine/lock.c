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

/* How many processes can wait in the holder's queue; others try again after a while. */
#define QUEUE         128
#define LOOK_AGAIN_MS 500
#define UNHEARD_MS    2

static socklen_t make_address(struct sockaddr_un *address, const char *name, int cpu)
{
	int n;

	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	n = snprintf(address->sun_path + 1, sizeof(address->sun_path) - 1, "%.64s-cpu-%d", name,
		cpu);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* The holder as a half sentence; `connection` goes to it. */
static void name_holder(int connection, char *text, size_t size)
{
	struct ucred who;
	socklen_t length = sizeof(who);
	const struct passwd *user;

	if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &who, &length) || who.pid <= 0) {
		snprintf(text, size, "another process");
		return;
	}
	user = getpwuid(who.uid);
	snprintf(text, size, "process %d of user %s", (int)who.pid,
		user ? user->pw_name : "unknown");
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

struct wait {
	bool allowed, announced;
	void (*waiting)(void *ctx, const char *sentence);
	void *ctx;
};

/* Returns when the holder of the address may be gone. */
static int wait_for_holder(struct wait *w, const struct sockaddr_un *address, socklen_t size,
	int cpu, struct err *e)
{
	int fd = connect_holder(address, size), rc;
	struct pollfd hang_up = { .fd = fd };
	char holder[128] = "another process", sentence[256];

	if (fd < 0 && errno == ECONNREFUSED) {
		/* It is gone, or does not listen yet. */
		poll(NULL, 0, UNHEARD_MS);
		return 0;
	}
	if (fd >= 0)
		name_holder(fd, holder, sizeof(holder));
	if (!w->allowed) {
		if (fd >= 0)
			close(fd);
		return bd_err(e, "%s is measuring on CPU %d; wait for it, or use other CPUs",
			holder, cpu);
	}
	snprintf(sentence, sizeof(sentence),
		"waiting for %s, which is measuring on CPU %d (--no-wait to give up)", holder,
		cpu);
	if (!w->announced && w->waiting)
		w->waiting(w->ctx, sentence);
	w->announced = true;
	rc = poll(&hang_up, fd >= 0, fd >= 0 ? -1 : LOOK_AGAIN_MS);
	if (fd >= 0)
		close(fd);
	if (rc < 0)
		return bd_err(e, "interrupted while waiting for %s", holder);
	return 0;
}

static int take_one(struct wait *w, const char *name, int cpu, struct err *e)
{
	struct sockaddr_un address;
	socklen_t size = make_address(&address, name, cpu);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return bd_err(e, "cannot make a lock for CPU %d: %s", cpu, strerror(errno));
	while (bind(fd, (struct sockaddr *)&address, size)) {
		if (errno != EADDRINUSE)
			bd_err(e, "cannot lock CPU %d: %s", cpu, strerror(errno));
		if (errno != EADDRINUSE || wait_for_holder(w, &address, size, cpu, e)) {
			close(fd);
			return -1;
		}
	}
	if (listen(fd, QUEUE)) {
		bd_err(e, "cannot lock CPU %d: %s", cpu, strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int lock_take(struct lock *lock, const int *cpus, size_t count, bool wait,
	void (*waiting)(void *ctx, const char *sentence), void *ctx, struct err *e)
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
		struct wait w = { .allowed = wait, .waiting = waiting, .ctx = ctx };
		int fd;

		if (sorted[i] < 0 || (i && sorted[i] == sorted[i - 1]))
			continue;
		fd = take_one(&w, name, sorted[i], e);
		if (fd < 0)
			rc = -1;
		else
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
