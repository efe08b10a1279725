/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/parallel.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#define COUNT 1000

struct seen {
	atomic_uint calls, items[COUNT];
	size_t from[PARALLEL_MOST], to[PARALLEL_MOST];
};

static void see(void *data, size_t part, size_t from, size_t to)
{
	struct seen *seen = data;

	seen->calls++;
	seen->from[part] = from;
	seen->to[part] = to;
	for (size_t i = from; i < to; i++)
		seen->items[i]++;
}

/* Each item once, in slices that follow each other. Returns how many. */
static size_t run(size_t count, size_t least)
{
	struct seen seen = { 0 };

	parallel_run(count, least, see, &seen);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(seen.items[i], i < count);
	assert_int_equal(seen.from[0], 0);
	for (size_t part = 1; part < seen.calls; part++)
		assert_int_equal(seen.from[part], seen.to[part - 1]);
	assert_int_equal(seen.to[seen.calls - 1], count);
	return seen.calls;
}

static size_t cpu_count(void)
{
	cpu_set_t cpus;

	assert_int_equal(sched_getaffinity(0, sizeof(cpus), &cpus), 0);
	return (size_t)CPU_COUNT(&cpus);
}

static void test_slices(void **state)
{
	size_t cpus = cpu_count(), most = cpus < PARALLEL_MOST ? cpus : PARALLEL_MOST;

	(void)state;
	assert_int_equal(run(COUNT, 1), most);
	assert_int_equal(run(3, 1), most < 3 ? most : 3);
	assert_int_equal(run(39, 20), 1);
	assert_int_equal(run(40, 20), most < 2 ? most : 2);
	assert_int_equal(run(0, 1), 1);
}

/* Without new threads the calling one does it all. */
static void test_no_threads(void **state)
{
	struct rlimit limit = { 4096, 4096 }; /* no room for a stack */
	struct rlimit usual;

	(void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* it needs room for itself */
#endif
	getrlimit(RLIMIT_AS, &usual);
	limit.rlim_max = usual.rlim_max;
	setrlimit(RLIMIT_AS, &limit);
	run(COUNT, 1);
	setrlimit(RLIMIT_AS, &usual);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_slices),
		cmocka_unit_test(test_no_threads) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
