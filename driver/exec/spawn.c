/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/exec/traps.h"

/* Under a sanitizer the child gets a copy: its records of memory would be wrong after a
 * borrower. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BORROWED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BORROWED 0
#endif
#endif
#ifndef BORROWED
#define BORROWED CLONE_VM
#endif

/* execvpe() needs a little for a script without an interpreter's name, and an array as long as
 * the arguments. */
#define STACK_SIZE  ((size_t)256 * 1024)
#define REPEAT_SIZE ((size_t)64 * 1024)
#define SIGNALS_MAX 31

/* A short launch runs at once. */
#define SLICE_NS 20000000

/* The child's data, at the upper end of its stack. In shared memory, so that its error arrives
 * even if memory is copied (sanitizers, valgrind). */
struct child_order {
	const struct spawn *spawn;
	const char *file; /* its path, with a slash */
	int null_fd;
	pid_t driver;
	volatile int error;
	volatile bool unpinned;
};

static struct {
	char *stack;
	struct child_order *order;
	int null_fd;
	bool polite;
} state = { .null_fd = -1 };

/* The child runs in the driver's memory: only system calls from here on, and no writes to the
 * driver's data. All signals are blocked until the driver's handlers are reset. */
static void reset_signals(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int n = 1; n <= SIGNALS_MAX; n++)
		if (n != SIGKILL && n != SIGSTOP)
			sigaction(n, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool set_policy(int policy)
{
	const struct sched_param none = { 0 };

	return sched_setscheduler(0, policy, &none) == 0;
}

/* sched_attr of sched_setattr(2): not in all headers, and twice in some. */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t slice_ns, deadline_ns, period_ns;
};

/* Where others want its CPU, a launch has the same share in longer slices: it is interrupted
 * less often. Linux before 6.12 does not look at it. */
static void set_slice(void)
{
	struct attributes all;

	if (syscall(SYS_sched_getattr, 0, &all, sizeof(all), 0) ||
		(all.policy != SCHED_OTHER && all.policy != SCHED_BATCH))
		return;
	all.slice_ns = SLICE_NS;
	syscall(SYS_sched_setattr, 0, &all, 0);
}

/* A driver under a debugger or `setarch -R` has a fixed layout itself. */
static void set_layout(bool fixed)
{
	int now = personality(0xffffffff);
	int wanted = fixed ? now | ADDR_NO_RANDOMIZE : now & ~ADDR_NO_RANDOMIZE;

	if (now >= 0 && wanted != now)
		personality((unsigned long)wanted);
}

/* Failures leave the setting of the driver. */
static void settle_child(struct child_order *order)
{
	cpu_set_t one;

	setsid();
	/* Kept over exec, so that no suite outlives a killed driver. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != order->driver)
		_exit(127);
	if (order->spawn->cpu < 0) {
		order->unpinned = true;
	} else {
		CPU_ZERO(&one);
		CPU_SET(order->spawn->cpu, &one);
		/* The CPU may have been taken offline. */
		order->unpinned = sched_setaffinity(0, sizeof(one), &one) != 0;
	}
	if (order->unpinned && order->spawn->cpus)
		sched_setaffinity(0, sizeof(*order->spawn->cpus), order->spawn->cpus);
	if (state.polite)
		set_policy(SCHED_OTHER);
	set_slice();
	set_layout(order->spawn->job.fixed_layout);
}

/* 0: the child does not get this one. */
static bool give(int fd, int as)
{
	return !fd || dup2(fd, as) >= 0;
}

static void limit(int resource, uint64_t value)
{
	/* At the hard limit of CPU time comes SIGKILL, at the soft limit SIGXCPU, which names
	 * the reason. */
	struct rlimit new = { value, value + (resource == RLIMIT_CPU) }, old;

	if (!value || getrlimit(resource, &old))
		return;
	if (new.rlim_max > old.rlim_max)
		new.rlim_max = old.rlim_max;
	if (new.rlim_cur > new.rlim_max)
		new.rlim_cur = new.rlim_max;
	setrlimit(resource, &new);
}

static void limit_stack(uint64_t value)
{
	struct rlimit limit;

	if (!value || getrlimit(RLIMIT_STACK, &limit) || value > limit.rlim_max)
		return;
	limit.rlim_cur = value;
	setrlimit(RLIMIT_STACK, &limit);
}

/* In the child, before exec: what a program starts at once is limited as well. */
static void limit_all(const struct job_limits *limits)
{
	limit(RLIMIT_AS, limits->memory_kib * 1024);
	limit(RLIMIT_NOFILE, limits->files);
	limit(RLIMIT_CPU, limits->cpu_seconds);
	limit(RLIMIT_FSIZE, limits->file_kib * 1024);
	/* 0 would still feed a pipe, as core(5) says. */
	limit(RLIMIT_CORE, limits->no_core ? 1 : 0);
}

static int in_child(void *given)
{
	struct child_order *order = given;
	const struct spawn *spawn = order->spawn;

	settle_child(order);
	if (give(order->null_fd, STDIN_FILENO) &&
		give(spawn->out_fd ? spawn->out_fd : order->null_fd, STDOUT_FILENO) &&
		give(spawn->errors_fd ? spawn->errors_fd : order->null_fd, STDERR_FILENO) &&
		give(spawn->row_fd, JOB_ROW_FD) && give(spawn->job.turn_fd, JOB_TURN_FD)) {
		reset_signals();
		limit_all(&spawn->job.limits);
		limit_stack(spawn->job.stack_limit);
		if (!spawn->job.traps || traps_expect(spawn->job.traps, order->file))
			execvpe(order->file, spawn->job.args, spawn->job.env);
	}
	order->error = errno;
	_exit(127);
}

int spawn_raised(int fd)
{
	int high =
		fd < 0 || fd > JOB_TURN_FD ? fd : fcntl(fd, F_DUPFD_CLOEXEC, JOB_TURN_FD + 1);

	if (high != fd)
		close(fd);
	return high;
}

int spawn_prepare(void)
{
	size_t size = REPEAT_SIZE + STACK_SIZE;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	/* No suite inherits the descriptors that the driver was started with. */
	close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
	if (state.null_fd < 0)
		state.null_fd = spawn_raised(open("/dev/null", O_RDWR | O_CLOEXEC));
	if (state.null_fd < 0)
		return -1;
	if (!state.stack) {
		char *stack = mmap(
			NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		if (stack == MAP_FAILED)
			return -1;
		mprotect(stack, REPEAT_SIZE, PROT_NONE);
		state.stack = stack;
		state.order = (struct child_order *)(void *)(stack + size) - 1;
	}
	return 0;
}

/* Is the variable of `text` ("NAME=VALUE") among the first `count`? */
static bool is_set(const struct string_list *env, size_t count, const char *text)
{
	size_t size = strcspn(text, "=") + 1;

	for (size_t i = 0; i < count; i++)
		if (!strncmp(env->items[i], text, size))
			return true;
	return false;
}

void spawn_environment(struct string_list *env, const struct string_list *own)
{
	size_t count;

	string_list_add_all(env, own);
	count = env->count;
	for (char **p = environ; *p; p++)
		if (!is_set(env, count, *p))
			string_list_add(env, *p);
}

static pid_t start_child(struct spawn *spawn)
{
	/* A bare name would be looked for in $PATH. */
	AUTO_FREE char *file = memory_format(
		"%s%s", strchr(spawn->job.path, '/') ? "" : "./", spawn->job.path);
	sigset_t all, before;
	pid_t pid;
	int error;

	*state.order = (struct child_order){ spawn, file, state.null_fd, getpid(), 0, false };
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid = clone(in_child, (char *)state.order - sizeof(*state.order),
		BORROWED | CLONE_VFORK | SIGCHLD, state.order);
	error = pid < 0 ? errno : state.order->error;
	if (state.order->unpinned)
		spawn->cpu = -1;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (pid > 0 && error)
		child_wait(pid);
	else if (pid > 0 && spawn->job.traps)
		error = traps_set(spawn->job.traps, pid);
	return error ? -error : pid;
}

pid_t spawn_process(struct spawn *spawn)
{
	return !state.stack && spawn_prepare() ? -errno : start_child(spawn);
}

void spawn_politely(bool polite)
{
	/* A policy that the user chose for the whole run stays. */
	if (polite && !state.polite && sched_getscheduler(0) == SCHED_OTHER)
		state.polite = set_policy(SCHED_BATCH);
	else if (!polite && state.polite)
		state.polite = !set_policy(SCHED_OTHER);
}

bool spawn_can_pin(int cpu)
{
	cpu_set_t before, one;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(before), &before))
		return false;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return false;
	sched_setaffinity(0, sizeof(before), &before);
	return true;
}

bool spawn_can_fix_layout(void)
{
	int now = personality(0xffffffff);

	if (now < 0 || personality((unsigned long)(now | ADDR_NO_RANDOMIZE)) < 0)
		return false;
	personality((unsigned long)now);
	return true;
}
