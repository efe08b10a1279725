/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/file_text.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "harness/base/clock.h"
#include "harness/base/err.h"
#include "harness/base/hash.h"

#define SHARED        "/run/lock/bdriver.lock"
#define LOOK_AGAIN_MS 500
/* Bytes of a command line that are shown. */
#define COMMAND_MAX  100
#define EXPECTS_SIZE 80
#define OTHERS_SIZE  96

struct wait {
	char holder[512];
	pid_t pid;    /* of the holder */
	int own_file; /* or -1 */
	const struct lock_wait *options;
	char others[OTHERS_SIZE]; /* "; on other CPUs: taskset -c 0 bdriver ...", or nothing */
	bool announced;
	uint64_t began_ns, said_ns;
	uint64_t deadline_ns; /* of the wait for strangers */
};

/* Creates it with O_EXCL alone: Linux refuses O_CREAT for a file of somebody else in a folder
 * that everybody may write to. What another user put there may be no plain file. */
static int open_file(const char *path, mode_t mode)
{
	const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	int fd = open(path, flags | O_CREAT | O_EXCL, mode);
	struct stat info;

	if (fd >= 0)
		fchmod(fd, mode);
	else
		fd = open(path, flags);
	if (fd < 0)
		return -1;
	if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_nlink == 1 &&
		(mode & 077 || (info.st_uid == geteuid() && !(info.st_mode & 077))))
		return fd;
	close(fd);
	return -1;
}

static int open_own(void)
{
	char path[80];
	int fd;

	snprintf(path, sizeof(path), "/run/user/%u/bdriver.lock", (unsigned)geteuid());
	fd = open_file(path, 0600);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/run/lock/bdriver-%u.lock", (unsigned)geteuid());
	return open_file(path, 0600);
}

/* Locks one byte of the file for each name and CPU. Returns 0, the process that holds it, or
 * -1 for one that cannot be seen. A file system without locks is no reason not to measure. */
static pid_t take_byte(int fd, const char *name, int cpu)
{
	uint64_t place = bd_fnv1a(name, strlen(name), 0) >> 18 << 16;

	while (fd >= 0) {
		struct flock lock = { .l_type = F_WRLCK,
			.l_whence = SEEK_SET,
			.l_start = (off_t)(place + (unsigned)cpu % 65536),
			.l_len = 1 };

		if (!fcntl(fd, F_SETLK, &lock) || (errno != EAGAIN && errno != EACCES) ||
			fcntl(fd, F_GETLK, &lock))
			return 0;
		if (lock.l_type != F_UNLCK)
			return lock.l_pid > 0 ? lock.l_pid : -1;
	}
	return 0;
}

/* The own file has a table of its holders. Where two share a place, one is not known. */
struct expectation {
	uint64_t pid, least_ns, most_ns;
};
#define PLACES 65536

static off_t place_of(pid_t pid)
{
	return (off_t)(sizeof(struct expectation) * ((size_t)pid % PLACES));
}

void lock_expect(const struct lock *lock, uint64_t least_ns, uint64_t most_ns)
{
	const struct expectation mine = { (uint64_t)getpid(), least_ns, most_ns };

	/* Without it nobody waits longer. */
	if (!lock->taken ||
		pwrite(lock->files[LOCK_OWN], &mine, sizeof(mine), place_of(getpid())) < 0)
		return;
}

/* " and expects 1 m to 3 m more", or nothing. */
static void expectation_text(const struct wait *w, uint64_t now_ns, char text[EXPECTS_SIZE])
{
	struct expectation its;
	char least[24], most[24];

	*text = '\0';
	if (pread(w->own_file, &its, sizeof(its), place_of(w->pid)) != sizeof(its) ||
		its.pid != (uint64_t)w->pid || its.most_ns <= now_ns)
		return;
	duration_text(fmax(0, (double)its.least_ns - (double)now_ns), least, sizeof(least));
	duration_text((double)(its.most_ns - now_ns), most, sizeof(most));
	snprintf(text, EXPECTS_SIZE, " and expects %s to %s more", least, most);
}

/* " (bdriver run -o night)", or nothing. Any user may have written the words. */
static char *command_of(pid_t pid)
{
	char path[48];
	AUTO_FREE char *all = NULL;
	char *words;
	AUTO_FREE char *clean = NULL;
	size_t size = 0;
	bool cut;

	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	all = file_text(path, &size);
	if (!size)
		return memory_text("");
	words = (char *)path_name(all);
	size -= (size_t)(words - all);
	for (size_t i = 0; i + 1 < size; i++)
		words[i] = words[i] ? words[i] : ' ';
	cut = size > COMMAND_MAX;
	words[cut ? COMMAND_MAX : size] = '\0';
	clean = terminal_clean(words);
	return memory_format(" (%s%s)", clean, cut ? "..." : "");
}

/* Keeps the holder as a half sentence. Returns whether it is the same user or root: anybody
 * else might hold the lock only to block others. */
static bool name_holder(struct wait *w, pid_t pid)
{
	char path[48];
	AUTO_FREE char *status = NULL, *command = NULL;
	char *line, *end;
	const struct passwd *user;
	uid_t uid;

	w->pid = pid;
	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	status = file_text(path, NULL);
	line = status ? strstr(status, "\nUid:") : NULL;
	if (!line) {
		snprintf(w->holder, sizeof(w->holder), "another process");
		return false;
	}
	(void)strtoul(line + strlen("\nUid:"), &end, 10); /* the real one */
	uid = (uid_t)strtoul(end, NULL, 10);
	user = getpwuid(uid);
	command = command_of(pid);
	snprintf(w->holder, sizeof(w->holder), "process %d of user %s%s", (int)pid,
		user ? user->pw_name : "unknown", command);
	return !uid || uid == geteuid();
}

static void say(const struct wait *w, const char *sentence)
{
	if (w->options->say)
		w->options->say(w->options->ctx, sentence);
}

/* At once, and then again and again: a wait may take an hour. */
static void say_waiting(struct wait *w, int cpu)
{
	uint64_t now = bd_clock_ns(), again_ns = (uint64_t)w->options->again_ms * 1000000;
	char sentence[1024], waited[48] = "", time[24], expects[EXPECTS_SIZE];

	if (w->announced && (!again_ns || now - w->said_ns < again_ns))
		return;
	if (w->announced) {
		duration_text((double)(now - w->began_ns), time, sizeof(time));
		snprintf(waited, sizeof(waited), " after %s", time);
	}
	expectation_text(w, now, expects);
	snprintf(sentence, sizeof(sentence),
		"%swaiting%s for %s, which is measuring on CPU %d%s (--wait 5m gives up after "
		"that time%s)",
		*waited ? "still " : "", waited, w->holder, cpu, expects, w->others);
	say(w, sentence);
	w->announced = true;
	w->said_ns = now;
}

/* Has the limit for strangers been reached? Then says that the lock is ignored. */
static bool stranger_is_over(struct wait *w, int cpu)
{
	uint64_t now = bd_clock_ns();
	char sentence[768];

	if (!w->deadline_ns)
		w->deadline_ns = now + (uint64_t)w->options->stranger_ms * 1000000;
	if (now < w->deadline_ns)
		return false;
	snprintf(sentence, sizeof(sentence),
		"warning: the lock of CPU %d is ignored: %s has held it for too long", cpu,
		w->holder);
	say(w, sentence);
	return true;
}

static int take_cpu(struct lock *lock, enum lock_file file, struct wait *w, const char *name,
	int cpu, struct err *e)
{
	pid_t holder;

	w->announced = false;
	while ((holder = take_byte(lock->files[file], name, cpu))) {
		bool stranger = !name_holder(w, holder);

		if (w->options->most_ns)
			say_waiting(w, cpu);
		if (w->options->most_ns >= 0 &&
			bd_clock_ns() - w->began_ns >= (uint64_t)w->options->most_ns)
			return bd_err(e, "%s is measuring on CPU %d; wait for it%s", w->holder,
				cpu, *w->others ? w->others : ", or use other CPUs");
		if (stranger && stranger_is_over(w, cpu)) {
			lock->ignored++;
			return 0;
		}
		if (poll(NULL, 0, LOOK_AGAIN_MS) < 0)
			return bd_err(e, "interrupted while waiting for %s", w->holder);
	}
	return 0;
}

static void say_unlocked(struct wait *w, const struct lock *lock)
{
	char sentence[160];

	if (lock->files[LOCK_SHARED] >= 0)
		return;
	snprintf(sentence, sizeof(sentence),
		"warning: %s may measure on the same CPUs meanwhile, as " SHARED
		" cannot be used",
		lock->files[LOCK_OWN] < 0 ? "other runs" : "runs of other users");
	say(w, sentence);
}

/* Those that this process may use and does not want now. */
static void name_others(struct wait *w, const int *cpus, size_t count)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *list = NULL;
	cpu_set_t set;

	CPU_ZERO(&set);
	sched_getaffinity(0, sizeof(set), &set);
	for (size_t i = 0; i < count; i++)
		if (cpus[i] >= 0)
			CPU_CLR((size_t)cpus[i], &set);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set))
			string_list_addf(&names, "%zu", cpu);
	list = string_list_join(&names, ",");
	if (names.count && strlen(list) < OTHERS_SIZE / 2)
		snprintf(w->others, sizeof(w->others),
			"; other CPUs: taskset -c %s bdriver ...", list);
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
	AUTO_FREE int *sorted = NULL;
	int rc = 0;
	struct wait w = { .options = wait, .began_ns = bd_clock_ns() };

	*lock = (struct lock){ 0 };
	if (!count || (name && !*name))
		return 0;
	/* A kill closes files in the order of their opening; lock_release() says why. */
	lock->files[LOCK_OWN] = open_own();
	lock->files[LOCK_SHARED] = open_file(SHARED, 0666);
	lock->taken = true;
	say_unlocked(&w, lock);
	w.own_file = lock->files[LOCK_OWN];
	name_others(&w, cpus, count);
	sorted = memory_zeroed(count, sizeof(*sorted));
	memcpy(sorted, cpus, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), ascending);
	for (size_t i = 0; i < count; i++)
		for (enum lock_file f = 0; f < LOCK_FILES && sorted[i] >= 0 && !rc; f++)
			rc = take_cpu(lock, f, &w, name ? name : "bdriver", sorted[i], e);
	/* Not what an earlier process of this number expected. */
	lock_expect(lock, 0, 0);
	if (rc)
		lock_release(lock);
	return rc;
}

void lock_release(struct lock *lock)
{
	/* The own file first: who waits for both looks at the shared one. */
	for (int f = LOCK_FILES; lock->taken && f-- > 0;)
		if (lock->files[f] >= 0)
			close(lock->files[f]);
	*lock = (struct lock){ 0 };
}
