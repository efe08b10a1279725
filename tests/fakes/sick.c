/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Benchmarks with one fault each; the tag is the check that has to find it. Their good twins
 * are in healthy.c. The causes are far above any noise.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "harness/bench.h"

/* About 50 us. */
#define WORK 25000

static uint64_t spin(uint64_t steps)
{
	uint64_t x = 88172645463325252u;

	for (uint64_t i = 0; i < steps; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		bd_keep(x);
	}
	return x;
}

/* A number that this process draws by lot, from 0 to 1; the same in all its iterations. */
static double lot(void)
{
	static double drawn = -1;
	uint32_t bits = 0;

	if (drawn < 0) {
		if (getrandom(&bits, sizeof(bits), 0) < 0)
			abort();
		drawn = bits / 4294967296.0;
	}
	return drawn;
}

/* fails */

static void crashes(struct bd *b, uint64_t n)
{
	(void)n;
	bd_keep(*(volatile int *)b->state);
}
BD_BENCHMARK("Crashes", crashes, .tags = "fails")

static void leaves_process(struct bd *b, uint64_t n)
{
	static int left;

	(void)b;
	if (!left++ && fork() == 0) {
		sleep(60);
		_exit(0);
	}
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(WORK));
}
BD_BENCHMARK("LeavesProcess", leaves_process, .tags = "fails")

/* verify */

static void steady(struct bd *b, uint64_t n)
{
	uint64_t result = 0;

	for (uint64_t i = 0; i < n; i++)
		result = spin(WORK);
	bd_result(b, result);
}

static int is_wrong(struct bd *b)
{
	return bd_wrong(b, "the sum is %d, not 7", (int)b->arg);
}
BD_BENCHMARK("WrongResult", steady, .tags = "verify", .verify = is_wrong)

static void result_of_n(struct bd *b, uint64_t n)
{
	steady(b, n);
	bd_result(b, n);
}
BD_BENCHMARK("ResultOfN", result_of_n, .tags = "verify")

/* unchecked */

static void gives_no_result(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(WORK));
}
BD_BENCHMARK("GivesNoResult", gives_no_result, .tags = "unchecked")

/* removed-work */

static void forgets_n(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	bd_keep(spin(WORK));
}
BD_BENCHMARK("ForgetsN", forgets_n, .tags = "removed-work")

/* A result that nobody looks at: at -O2 nothing is left of the loops. */
static void optimised_away(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	(void)b;
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t k = 0; k < 1000; k++)
			sum += k * k;
	(void)sum;
}
BD_BENCHMARK("OptimisedAway", optimised_away, .tags = "removed-work")

/* setup-overhead */

static void setup_inside(struct bd *b, uint64_t n)
{
	(void)b;
	bd_keep(spin(10 * WORK));
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(WORK));
}
BD_BENCHMARK("SetupInside", setup_inside, .tags = "setup-overhead")

static void fills_cache(struct bd *b, uint64_t n)
{
	uint64_t cached = 0;

	(void)b;
	for (uint64_t i = 0; i < n; i++) {
		if (!cached)
			cached = spin(10 * WORK);
		bd_keep(cached + spin(WORK));
	}
}
BD_BENCHMARK("FillsCache", fills_cache, .tags = "setup-overhead")

/* linearity */

static void grows_state(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 1; i <= n; i++)
		bd_keep(spin(i * i * WORK / 4));
}
BD_BENCHMARK("GrowsState", grows_state, .tags = "linearity")

static void squares(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n * n; i++)
		bd_keep(spin(10));
}
BD_BENCHMARK("Square", squares, .tags = "linearity")

static void gets_cheaper(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 1; i <= n; i++)
		bd_keep(spin(8 * WORK / i));
}
BD_BENCHMARK("GetsCheaper", gets_cheaper, .tags = "linearity")

/* memory-growth */

static void touch(char *memory, size_t size)
{
	memset(memory, 1, size);
	bd_keep(memory);
}

static void leaks(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n; i++) {
		touch(bd_alloc(4096), 4096);
		bd_keep(spin(WORK));
	}
}
BD_BENCHMARK("LeaksEachIteration", leaks, .tags = "memory-growth")

static void memory_of_n(struct bd *b, uint64_t n)
{
	size_t size = n << 20;
	char *memory = bd_alloc(size);

	(void)b;
	for (uint64_t i = 0; i < n; i++)
		touch(memory + (i << 20), 1 << 20);
	free(memory);
}
BD_BENCHMARK("MemoryGrowsWithN", memory_of_n, .tags = "memory-growth")

/* runtime-long, runtime-short */

static void takes_15_ms(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(300 * WORK));
}
BD_BENCHMARK("Takes15ms", takes_15_ms, .tags = "runtime-long")

static void takes_no_time(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(50));
}
BD_BENCHMARK("TakesNoTime", takes_no_time, .tags = "runtime-short")

/* noise, modes, drift, dependence, outliers */

static void noisy(struct bd *b, uint64_t n)
{
	uint64_t work = (uint64_t)(WORK * (1 + lot()));

	(void)b;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(work));
}
BD_BENCHMARK("NoisyLaunches", noisy, .tags = "noise")
BD_BENCHMARK("DrawnWork", noisy, .tags = "counts")

static void bimodal_launches(struct bd *b, uint64_t n)
{
	uint64_t work = lot() < 0.5 ? WORK : WORK * 3 / 2;

	(void)b;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(work));
}
BD_BENCHMARK("BimodalLaunches", bimodal_launches, .tags = "modes")

/* Work of a sample by its number, in percent. */
static void sample_of(uint64_t n, uint64_t percent)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(percent * WORK / 100));
}

static void bimodal_samples(struct bd *b, uint64_t n)
{
	static uint64_t seed = 1;

	(void)b;
	sample_of(n, bd_random(&seed) % 5 < 2 ? 150 : 100);
}
BD_BENCHMARK("BimodalSamples", bimodal_samples, .tags = "modes")

static void drifts(struct bd *b, uint64_t n)
{
	static uint64_t sample;

	(void)b;
	sample_of(n, 100 + sample++);
}
BD_BENCHMARK("Drifts", drifts, .tags = "drift")

static void dependent(struct bd *b, uint64_t n)
{
	static uint64_t sample, seed = 3, level = 100;

	(void)b;
	if (sample++ % 8 == 0)
		level = 100 + bd_random(&seed) % 20;
	sample_of(n, level);
}
BD_BENCHMARK("DependentSamples", dependent, .tags = "dependence")

static void outliers(struct bd *b, uint64_t n)
{
	static uint64_t sample;

	(void)b;
	sample_of(n, sample++ % 6 == 5 ? 200 : 100);
}
BD_BENCHMARK("ManyOutliers", outliers, .tags = "outliers")

/* memory-range */

static int memory_by_lot(struct bd *b)
{
	size_t size = 4096 + (size_t)(lot() * (8 << 20));

	b->state = bd_alloc(size);
	touch(b->state, size);
	return 0;
}

static void free_state(struct bd *b)
{
	free(b->state);
}
BD_BENCHMARK("MemoryByLot", steady, .tags = "memory-range", .setup = memory_by_lot,
	.teardown = free_state)

/* waits */

static void sleeps(struct bd *b, uint64_t n)
{
	(void)b;
	for (uint64_t i = 0; i < n; i++) {
		usleep(300);
		bd_keep(spin(WORK / 5));
	}
}
BD_BENCHMARK("Sleeps", sleeps, .tags = "waits")

static void *thread(void *n)
{
	for (uint64_t i = 0; i < *(uint64_t *)n; i++)
		bd_keep(spin(WORK * 10));
	return NULL;
}

static void two_threads(struct bd *b, uint64_t n)
{
	pthread_t other;

	(void)b;
	if (pthread_create(&other, NULL, thread, &n))
		abort();
	thread(&n);
	pthread_join(other, NULL);
}
BD_BENCHMARK("TwoThreads", two_threads, .tags = "waits,threads")

/* setup-time */

static int slow_setup(struct bd *b)
{
	(void)b;
	usleep(300000); /* longer than the limit on any machine */
	return 0;
}
BD_BENCHMARK("SlowSetup", steady, .tags = "setup-time", .setup = slow_setup)

/* Names. */
BD_BENCHMARK("lower_case", steady, .tags = "name-form")
BD_BENCHMARK(
	"Name/With-Fifty-Characters-In-It-Is-Too-Long/123456", steady, .tags = "name-length")
BD_BENCHMARK("NameOfFiveCamelWords", steady, .tags = "name-words")

/* A tag waives what is meant. */
BD_BENCHMARK("AcceptedName-of-more-than-forty-characters", steady,
	.tags = "waived,doctor-ignore-name-length")
