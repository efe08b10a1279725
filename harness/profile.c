/* SPDX-License-Identifier: MIT */
/*
 * A timer signals the thread that measures, and the handler keeps the address that was
 * interrupted. Each delay is random, as a regular one beats with a benchmark that is regular
 * too (Mytkowicz et al., PLDI 2010).
 */
#include "harness/profile.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/launch.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define DELAY_MIN_NS   30000
#define DELAY_RANGE_NS 65536 /* a power of two */

/* What the handler works on: it has no other way to it. */
static struct {
	struct bd_profile *profile;
	int timer; /* the kernel's: the functions of older libc are in librt */
	uint64_t random;
	volatile sig_atomic_t timed; /* the timed function runs */
} running;

static uintptr_t interrupted(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.pc;
#else
	(void)context;
	return 0;
#endif
}

static void wind(void)
{
	struct itimerspec next = { 0 };

	/* xorshift64 (Marsaglia 2003) */
	running.random ^= running.random << 13;
	running.random ^= running.random >> 7;
	running.random ^= running.random << 17;
	next.it_value.tv_nsec = DELAY_MIN_NS + (long)(running.random % DELAY_RANGE_NS);
	syscall(SYS_timer_settime, running.timer, 0, &next, NULL);
}

static void on_time(int number, siginfo_t *info, void *context)
{
	struct bd_profile *profile = running.profile;
	int kept = errno;

	(void)number;
	(void)info;
	if (running.timed && profile->count < BD_PROFILE_MAX)
		profile->addresses[profile->count++] = interrupted(context);
	wind();
	errno = kept;
}

static void start(struct bd_profile *profile)
{
	struct sigaction action = { .sa_sigaction = on_time,
		.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF };

	running.profile = profile;
	running.random = (uint64_t)getpid() << 32 | 1;
	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (sigaction(SIGPROF, &action, NULL) != 0 ||
		syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &running.timer) != 0) {
		perror("no timer for a profile");
		exit(4);
	}
	wind();
}

static int64_t read_cpu(clockid_t clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* CPU time of other threads, and of children that ended. */
static int64_t read_others(void)
{
	struct rusage ended = { 0 };

	getrusage(RUSAGE_CHILDREN, &ended);
	return read_cpu(CLOCK_PROCESS_CPUTIME_ID) - read_cpu(CLOCK_THREAD_CPUTIME_ID) +
	       (int64_t)(ended.ru_utime.tv_sec + ended.ru_stime.tv_sec) * 1000000000 +
	       (ended.ru_utime.tv_usec + ended.ru_stime.tv_usec) * 1000;
}

static void take(struct bd_launch *launch, void *context)
{
	const struct bd_benchmark *benchmark = launch->subject->benchmark;
	const uint64_t n = (uint64_t)launch->options->iterations;
	struct bd_profile *profile = context;
	int64_t others, own;

	bd_time_run(&launch->bd, benchmark, n);
	start(profile);
	others = read_others();
	own = read_cpu(CLOCK_THREAD_CPUTIME_ID);
	do {
		uint64_t begin;

		if (benchmark->before_sample)
			benchmark->before_sample(&launch->bd, n);
		begin = bd_clock_ns();
		running.timed = 1;
		benchmark->run(&launch->bd, n);
		running.timed = 0;
		profile->time_ns += bd_clock_ns() - begin;
		profile->iterations += n;
	} while (profile->time_ns < (uint64_t)launch->options->launch_time_ns &&
		 profile->count < BD_PROFILE_MAX);
	profile->cpu_ns = (uint64_t)(read_cpu(CLOCK_THREAD_CPUTIME_ID) - own);
	others = read_others() - others;
	/* The two clocks are not read at one time. */
	profile->others_ns = others > 0 ? (uint64_t)others : 0;
	syscall(SYS_timer_delete, running.timer);
}

void bd_profile_use(struct bd_launch *launch, struct bd_profile *profile)
{
	launch->take = take;
	launch->context = profile;
}

static int by_address(const void *a, const void *b)
{
	const uintptr_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct writing {
	struct bd_profile *profile;
	FILE *out;
};

/* Writes those within the limits, relative to `base`, and sets them to 0. */
static void write_range(struct writing *w, uintptr_t base, uintptr_t low, uintptr_t high)
{
	uintptr_t *all = w->profile->addresses;

	for (size_t i = 0, same; i < w->profile->count; i += same) {
		uintptr_t address = all[i];

		for (same = 0; i + same < w->profile->count && all[i + same] == address; same++)
			if (address >= low && address < high)
				all[i + same] = 0;
		if (address && address >= low && address < high)
			fprintf(w->out, "%" PRIxPTR " %zu\n", address - base, same);
	}
}

static int write_object(struct dl_phdr_info *info, size_t size, void *context)
{
	struct writing *w = context;

	(void)size;
	fprintf(w->out, "# object: %s\n", info->dlpi_name);
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t low = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X))
			write_range(w, info->dlpi_addr, low, low + segment->p_memsz);
	}
	return 0;
}

int bd_profile_write(int fd, struct bd_profile *profile)
{
	struct writing w = { profile, fdopen(dup(fd), "w") };
	size_t elsewhere = 0;

	if (!w.out)
		return -1;
	qsort(profile->addresses, profile->count, sizeof(*profile->addresses), by_address);
	fprintf(w.out,
		"# bdriver-profile: 1\n# iterations: %" PRIu64 "\n# time_ns: %" PRIu64
		"\n# cpu_ns: %" PRIu64 "\n# others_ns: %" PRIu64 "\n",
		profile->iterations, profile->time_ns, profile->cpu_ns, profile->others_ns);
	dl_iterate_phdr(write_object, &w);
	for (size_t i = 0; i < profile->count; i++)
		elsewhere += profile->addresses[i] != 0;
	fprintf(w.out, "# elsewhere: %zu\n# end: %zu\n", elsewhere, profile->count);
	return fclose(w.out) == 0 ? 0 : -1;
}
