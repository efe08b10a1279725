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
#include "driver/base/file_text.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/machine/user_lock.h"
#include "harness/base/clock.h"

/* How many processes can wait in the holder's queue; others try again after a while. */
#define QUEUE         128
#define LOOK_AGAIN_MS 500
#define UNHEARD_MS    2
/* A bdriver listens at once. What does not listen for so long is none. */
#define UNHEARD_MAX 1000
#define HELD_MAX    50
/* Bytes of a command line that are shown. */
#define COMMAND_MAX  100
#define EXPECTS_SIZE 48

struct wait {
	char holder[512]; /* as found; a holder may let its queue run full */
	pid_t pid;        /* of the holder; 0: not known */
	int file;         /* of user_lock.h, or -1 */
	const struct lock_wait *options;
	bool announced;
	uint64_t began_ns, said_ns;
	unsigned unheard;     /* attempts at which the holder did not listen */
	unsigned held;        /* attempts at which another run of this user had the lock */
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

/* " (bdriver run -o night)", or nothing. Any user may have written the words. */
static char *command_of(pid_t pid)
{
	char path[48], *all, *words, *clean, *text;
	size_t size = 0;
	bool cut;

	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	all = file_text(path, &size);
	if (!size) {
		free(all);
		return memory_text("");
	}
	words = (char *)path_name(all);
	size -= (size_t)(words - all);
	for (size_t i = 0; i + 1 < size; i++)
		words[i] = words[i] ? words[i] : ' ';
	cut = size > COMMAND_MAX;
	words[cut ? COMMAND_MAX : size] = '\0';
	clean = terminal_clean(words);
	text = memory_format(" (%s%s)", clean, cut ? "..." : "");
	free(clean);
	free(all);
	return text;
}

/* The holder as a half sentence; `connection` goes to it. Returns whether it is the same user
 * or root: anybody else might hold the name only to block others. */
static bool name_holder(struct wait *w, int connection)
{
	char *text = w->holder;
	size_t size = sizeof(w->holder);
	struct ucred who;
	socklen_t length = sizeof(who);
	const struct passwd *user;
	char *command;

	if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &who, &length) || who.pid <= 0) {
		snprintf(text, size, "another process");
		return false;
	}
	w->pid = who.pid;
	user = getpwuid(who.uid);
	command = command_of(who.pid);
	snprintf(text, size, "process %d of user %s%s", (int)who.pid,
		user ? user->pw_name : "unknown", command);
	free(command);
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

/* " and expects 3 m more", or nothing. */
static void expectation_text(const struct wait *w, uint64_t now_ns, char text[EXPECTS_SIZE])
{
	uint64_t end_ns = w->pid ? user_lock_expected(w->file, w->pid) : 0;
	char time[24];

	*text = '\0';
	if (end_ns <= now_ns)
		return;
	duration_text((double)(end_ns - now_ns), time, sizeof(time));
	snprintf(text, EXPECTS_SIZE, " and expects %s more", time);
}

/* At once, and then again and again: a wait may take an hour. */
static void say_waiting(struct wait *w, const char *holder, int cpu)
{
	uint64_t now = bd_clock_ns(), again_ns = (uint64_t)w->options->again_ms * 1000000;
	char sentence[768], waited[48] = "", time[24], expects[EXPECTS_SIZE];

	if (w->announced && (!again_ns || now - w->said_ns < again_ns))
		return;
	if (w->announced) {
		duration_text((double)(now - w->began_ns), time, sizeof(time));
		snprintf(waited, sizeof(waited), " after %s", time);
	}
	expectation_text(w, now, expects);
	snprintf(sentence, sizeof(sentence),
		"%swaiting%s for %s, which is measuring on CPU %d%s (--no-wait to give up)",
		*waited ? "still " : "", waited, holder, cpu, expects);
	w->announced = false;
	say(w, sentence);
	w->said_ns = now;
}

/* Functions that wait return 0 when the holder may be gone, LOCK_VOID if its lock is ignored,
 * or -1. */
#define LOCK_VOID 1

static int ignore(struct wait *w, int cpu, const char *reason)
{
	char sentence[768];

	snprintf(sentence, sizeof(sentence), "warning: the lock of CPU %d is ignored: %s", cpu,
		reason);
	w->announced = false;
	say(w, sentence);
	return LOCK_VOID;
}

static int wait_unheard(struct wait *w, int cpu)
{
	poll(NULL, 0, UNHEARD_MS);
	return ++w->unheard < UNHEARD_MAX
		       ? 0
		       : ignore(w, cpu, "its holder does not listen, so it is no bdriver");
}

/* Of a stranger at most until the deadline. */
static int wait_heard(struct wait *w, int fd, bool stranger, int cpu, struct err *e)
{
	struct pollfd hang_up = { .fd = fd };
	uint64_t now = bd_clock_ns();
	int ms = fd < 0 ? LOOK_AGAIN_MS : -1;
	char reason[600];

	if (stranger && !w->deadline_ns)
		w->deadline_ns = now + (uint64_t)w->options->stranger_ms * 1000000;
	if (stranger && now >= w->deadline_ns) {
		snprintf(reason, sizeof(reason), "%s has held it for too long", w->holder);
		return ignore(w, cpu, reason);
	}
	if (stranger && fd >= 0)
		ms = (int)((w->deadline_ns - now) / 1000000) + 1;
	if (w->options->again_ms && (ms < 0 || (unsigned)ms > w->options->again_ms))
		ms = (int)w->options->again_ms;
	if (poll(&hang_up, fd >= 0, ms) < 0)
		return bd_err(e, "interrupted while waiting for %s", w->holder);
	/* One that closes every connection must not keep this process busy. */
	poll(NULL, 0, UNHEARD_MS);
	return 0;
}

static int wait_for_holder(struct wait *w, const struct sockaddr_un *address, socklen_t size,
	int cpu, struct err *e)
{
	int fd = connect_holder(address, size), rc;
	bool stranger = true;

	if (fd < 0 && errno == ECONNREFUSED)
		return wait_unheard(w, cpu);
	if (fd >= 0)
		stranger = !name_holder(w, fd);
	if (!w->options->allowed) {
		rc = bd_err(e, "%s is measuring on CPU %d; wait for it, or use other CPUs",
			w->holder, cpu);
	} else {
		say_waiting(w, w->holder, cpu);
		rc = wait_heard(w, fd, stranger, cpu, e);
	}
	if (fd >= 0)
		close(fd);
	return rc;
}

/* The socket; -2: the lock is ignored; -1. */
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

static int wait_for_own(struct wait *w, pid_t holder, int cpu, struct err *e)
{
	bool brief = ++w->held < HELD_MAX;
	char *command = command_of(holder);

	w->pid = holder;
	snprintf(w->holder, sizeof(w->holder), "process %d%s", (int)holder, command);
	free(command);
	/* One that has just ended may still have this lock, but not the other. */
	if (!brief && !w->options->allowed)
		return bd_err(e, "%s is measuring on CPU %d; wait for it, or use other CPUs",
			w->holder, cpu);
	if (!brief)
		say_waiting(w, w->holder, cpu);
	return poll(NULL, 0, brief ? UNHEARD_MS : LOOK_AGAIN_MS) < 0
		       ? bd_err(e, "interrupted while waiting for %s", w->holder)
		       : 0;
}

/* Two runs that ignore a stranger's lock exclude each other by their user's. */
static int take_own(struct wait *w, const char *name, int cpu, struct err *e)
{
	pid_t holder;
	int rc = 0;

	w->announced = false;
	while (!rc && w->file >= 0 && (holder = user_lock_take(w->file, name, cpu)))
		rc = wait_for_own(w, holder, cpu, e);
	return rc;
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static int take_cpu(struct lock *lock, struct wait *w, const char *name, int cpu, struct err *e)
{
	int fd;

	w->announced = false;
	w->unheard = w->held = 0;
	w->pid = 0;
	snprintf(w->holder, sizeof(w->holder), "another process");
	fd = take_one(w, name, cpu, e);
	if (fd == -1)
		return -1;
	if (fd >= 0)
		lock->fds[lock->count++] = fd;
	else
		lock->ignored++;
	return take_own(w, name, cpu, e);
}

int lock_take(struct lock *lock, const int *cpus, size_t count, const struct lock_wait *wait,
	struct err *e)
{
	const char *name = getenv(LOCK_VARIABLE);
	int *sorted = memory_zeroed(count, sizeof(*sorted)), rc = 0;
	struct wait w = { .options = wait, .began_ns = bd_clock_ns() };

	*lock = (struct lock){ .fds = memory_zeroed(count, sizeof(*lock->fds)), .file = -1 };
	if (!name)
		name = "bdriver";
	if (!*name)
		count = 0;
	if (count) {
		memcpy(sorted, cpus, count * sizeof(*sorted));
		lock->file = user_lock_open();
	}
	w.file = lock->file;
	qsort(sorted, count, sizeof(*sorted), ascending);
	for (size_t i = 0; i < count && !rc; i++) {
		if (sorted[i] < 0 || (i && sorted[i] == sorted[i - 1]))
			continue;
		rc = take_cpu(lock, &w, name, sorted[i], e);
	}
	free(sorted);
	/* Not what an earlier process of this number expected. */
	lock_expect(lock, 0);
	if (rc)
		lock_release(lock);
	return rc;
}

void lock_expect(const struct lock *lock, uint64_t end_ns)
{
	if (lock->file >= 0)
		user_lock_expect(lock->file, end_ns);
}

void lock_release(struct lock *lock)
{
	/* First: who waits looks at the sockets. */
	if (lock->fds && lock->file >= 0)
		close(lock->file);
	for (size_t i = 0; i < lock->count; i++)
		close(lock->fds[i]);
	free(lock->fds);
	*lock = (struct lock){ 0 };
}
