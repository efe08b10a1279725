/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `bdriver explain` cannot see, or only in part. */
#include "harness/bench.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) uint64_t work(uint64_t x)
{
	for (int i = 0; i < 20000; i++)
		x = x * 1664525 + (x >> 9);
	return x;
}

static void *in_thread(void *x)
{
	bd_keep(work((uint64_t)(uintptr_t)x));
	return NULL;
}

static void threads(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, in_thread, NULL) == 0)
			pthread_join(thread, NULL);
	}
	bd_result(b, 1);
}
BD_BENCHMARK("Threads", threads)

static void forks(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		pid_t child = fork();

		bd_keep(work(i));
		if (child == 0)
			_exit(0);
		while (waitpid(child, NULL, 0) < 0)
			continue;
	}
	bd_result(b, 1);
}
BD_BENCHMARK("Forks", forks)

/* valgrind sets this variable for what it runs. */
static void dies(struct bd *b, uint64_t n)
{
	if (getenv("GLIBCXX_FORCE_NEW"))
		abort();
	while (n--)
		bd_keep(work(n));
	bd_result(b, 1);
}
BD_BENCHMARK("DiesUnderValgrind", dies)

static void takes_signal(struct bd *b, uint64_t n)
{
	signal(SIGPROF, SIG_IGN);
	while (n--)
		bd_keep(work(n));
	bd_result(b, 1);
}
BD_BENCHMARK("TakesSignal", takes_signal)

/* Ten page faults an iteration, and 20,000 branches. */
static void faults(struct bd *b, uint64_t n)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 10 * page;

	while (n--) {
		char *pages = mmap(
			NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		for (size_t i = 0; pages != MAP_FAILED && i < size; i += page)
			pages[i] = 1;
		bd_keep(work(n));
		munmap(pages, size);
	}
	bd_result(b, 1);
}
BD_BENCHMARK("Faults", faults)
