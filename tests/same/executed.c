/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One suite, built with VARIANT 1 and 2. Each benchmark reaches a function that differs; names
 * that begin with "Not" never execute it, nor does InColdPart if the compiler divides
 * functions. The others do, or it cannot be told: "Unsure".
 */
#include "harness/bench.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noipa))

/* A number that the compiler does not know. */
static volatile uint64_t never, always = 1;

/* A function that differs, one for each benchmark. */
#define CHANGED(name)                             \
	static NOINLINE uint64_t name(uint64_t x) \
	{                                         \
		bd_keep(x);                       \
		return x * 7 + VARIANT;           \
	}

#define LOOP(function, name, expression)               \
	static void function(struct bd *b, uint64_t n) \
	{                                              \
		for (uint64_t i = 0; i < n; i++)       \
			bd_keep(expression);           \
		bd_result(b, 1);                       \
	}                                              \
	BD_BENCHMARK(name, function)

CHANGED(uncalled)
LOOP(not_called, "NotCalled", never ? uncalled(i) : i)

CHANGED(called)
LOOP(is_called, "Called", always ? called(i) : i)

/* gcc puts what leads to a cold function into a piece of its own, divided.cold. */
static __attribute__((cold, noinline)) void fail(uint64_t x)
{
	bd_keep(x);
	__builtin_trap();
}
static __attribute__((noinline)) uint64_t divided(uint64_t x)
{
	if (never)
		fail(x * 3 + VARIANT);
	return x + 1;
}
LOOP(in_cold_part, "InColdPart", divided(i))
static __attribute__((cold, noinline)) void warn(uint64_t x)
{
	bd_keep(x);
}
static __attribute__((noinline)) uint64_t divided_too(uint64_t x)
{
	if (always)
		warn(x * 3 + VARIANT);
	return x + 1;
}
LOOP(cold_part, "ColdPart", divided_too(i))

typedef uint64_t handler(uint64_t x);
static NOINLINE uint64_t same(uint64_t x)
{
	return x + 5;
}
CHANGED(pointed)
CHANGED(called_by_pointer)
static handler *const handlers[] = { same, pointed };
static handler *const more_handlers[] = { same, called_by_pointer };
LOOP(other_pointer, "NotByPointer", handlers[never](i))
LOOP(by_pointer, "ByPointer", more_handlers[always](i))

CHANGED(after_jump)
CHANGED(not_after_jump)
static jmp_buf place;
static NOINLINE void leave(uint64_t x)
{
	if (x)
		longjmp(place, 1);
}
static NOINLINE uint64_t jumps(uint64_t x, uint64_t whether, handler *then)
{
	if (setjmp(place))
		return then(x);
	leave(whether);
	return x;
}
LOOP(with_jump, "AfterLongjmp", jumps(i, always, after_jump))
LOOP(without_jump, "NotAfterLongjmp", jumps(i, never, not_after_jump))

CHANGED(in_setup)
static int set_up(struct bd *b)
{
	bd_keep(in_setup(always));
	return b->arg != 0;
}
static void runs_alone(struct bd *b, uint64_t n)
{
	while (n--)
		bd_keep(n);
	bd_result(b, 1);
}
BD_BENCHMARK("InSetup", runs_alone, .setup = set_up)

#ifdef __x86_64__
#define TEXT(x)  #x
#define VALUE(x) TEXT(x)
/* Entered in the middle; fallen into; and by another name. */
__asm__(".pushsection .text.executed,\"ax\",@progbits\n"
	"	.type entered, @function\n"
	"entered:\n"
	"	mov $" VALUE(
		VARIANT) ", %eax\n"
			 "	ret\n"
			 "1:	mov $3, %eax\n"
			 "	ret\n"
			 "	.size entered, . - entered\n"
			 "	.type to_middle, @function\n"
			 "to_middle:\n"
			 "	jmp 1b\n"
			 "	.size to_middle, . - to_middle\n"
			 "	.type to_table, @function\n"
			 "to_table:\n"
			 "	lea labels(%rip), %rax\n"
			 "	jmp *8(%rax)\n"
			 "	.size to_table, . - to_table\n"
			 "	.pushsection .data.rel.ro.executed,\"aw\",@progbits\n"
			 "	.type labels, @object\n"
			 "labels:\n"
			 "	.quad entered, 1b\n"
			 "	.size labels, . - labels\n"
			 "	.popsection\n"
			 "	.type falls, @function\n"
			 "falls:\n"
			 "	nop\n"
			 "	.size falls, . - falls\n"
			 "	.type fallen_into, @function\n"
			 "fallen_into:\n"
			 "	mov $" VALUE(
				 VARIANT) ", %eax\n"
					  "	ret\n"
					  "	.size fallen_into, . - fallen_into\n"
					  "	.type named, @function\n"
					  "	.type other_name, @function\n"
					  "named:\n"
					  "other_name:\n"
					  "	mov $" VALUE(
						  VARIANT) ", %eax\n"
							   "	ret\n"
							   "	.size named, . - named\n"
							   "	.size other_name, . - "
							   "other_name\n"
							   ".popsection\n");
uint64_t to_middle(void), to_table(void), falls(void), other_name(void);
LOOP(middle, "IntoTheMiddle", to_middle())
LOOP(goto_table, "ComputedGoto", to_table())
LOOP(falling, "FallsInto", falls())
LOOP(alias, "ByAlias", other_name())
#endif

/* Who refers to data that differs counts as differing; it is not executed here. */
static const uint64_t table[] = { 3, 5, VARIANT, 9, 11, 13, 17 };
static NOINLINE uint64_t look_up(uint64_t x)
{
	return table[x % 7];
}
LOOP(no_data, "NotData", never ? look_up(i) : i)
LOOP(reads_data, "Data", always ? look_up(i) : i)
static const uint64_t *const tables[] = { table };
static NOINLINE uint64_t look_up_far(uint64_t x)
{
	return never ? tables[x % 1][x % 7] : x;
}
LOOP(far_data, "UnsureFarData", look_up_far(i))

CHANGED(in_thread)
static void *thread(void *x)
{
	bd_keep(never ? in_thread(1) : 2);
	return x;
}
static NOINLINE uint64_t threads(void)
{
	pthread_t id;

	if (!pthread_create(&id, NULL, thread, NULL))
		pthread_join(id, NULL);
	return 1;
}
LOOP(with_threads, "UnsureThreads", threads())

CHANGED(in_child)
static NOINLINE uint64_t forks(void)
{
	pid_t child = fork();

	if (child == 0) {
		bd_keep(in_child(1));
		_exit(0);
	}
	while (waitpid(child, NULL, 0) < 0)
		continue;
	return 1;
}
LOOP(with_child, "UnsureForks", forks())

CHANGED(on_signal)
static void handle(int number)
{
	bd_keep(never ? on_signal(1) : (uint64_t)number);
}
static NOINLINE uint64_t signals(void)
{
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	return 1;
}
LOOP(with_signals, "NotBySignal", signals())

/* What could survive a trap, or executes the change in another process; not by a name that
 * says so. */
extern void *set_handler(int number, void (*handler)(int)) __asm__("sigset");
CHANGED(survives)
static int handle_traps(struct bd *b)
{
	bd_keep(b->arg);
	set_handler(SIGTRAP, handle);
	return 0;
}
static void run_survivor(struct bd *b, uint64_t n)
{
	while (n--)
		bd_keep(survives(n));
	bd_result(b, 1);
}
BD_BENCHMARK("Survives", run_survivor, .setup = handle_traps)

extern int __clone(int (*child)(void *), void *stack, int flags, void *given, ...);
CHANGED(in_clone)
static int clone_runs(void *given)
{
	bd_keep(in_clone(1));
	return given != NULL;
}
static NOINLINE uint64_t clones(void)
{
	static char stack[65536];
	pid_t child = __clone(clone_runs, stack + sizeof(stack), SIGCHLD, NULL);

	return child < 0 || waitpid(child, NULL, 0) == child;
}
LOOP(with_clone, "InClone", clones())

/* Code that is read: by an address in code, and by one in data. */
CHANGED(is_read)
static NOINLINE uint64_t sum(const volatile unsigned char *bytes)
{
	uint64_t all = 0;

	for (int i = 0; i < 16; i++)
		all += bytes[i];
	return all;
}
LOOP(reads_code, "ReadsCode", sum((const unsigned char *)is_read) + (never ? is_read(i) : 0))
CHANGED(is_copied)
static handler *const copied[] = { same, is_copied };
static NOINLINE uint64_t copy(void)
{
	uint64_t start;

	memcpy(&start, (const void *)copied[always], sizeof(start));
	return start;
}
LOOP(copies_code, "CopiesCode", copy() + (never ? is_copied(i) : 0))

/* As programs find what lies beside them. */
CHANGED(finds_itself)
static int find_itself(struct bd *b)
{
	char path[4096];
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (size > 0)
		path[size] = '\0';
	if (size > 0 && access(path, R_OK) == 0)
		bd_keep(finds_itself(always));
	return b->arg != 0;
}
BD_BENCHMARK("FindsItself", runs_alone, .setup = find_itself)

CHANGED(by_chance)
static NOINLINE uint64_t random_path(void)
{
	uint32_t number = 0;

	bd_keep(getrandom(&number, sizeof(number), 0));
	return number == 1 ? by_chance(number) : 1;
}
LOOP(random_numbers, "UnsureRandom", random_path())

CHANGED(by_time)
static NOINLINE uint64_t path_by_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec == 1 ? by_time(1) : 1;
}
LOOP(with_time, "UnsureTime", path_by_time())
/* The launches have the environment of those that are measured. */
CHANGED(by_environment)
CHANGED(by_other_environment)
LOOP(with_environment, "ByEnvironment", getenv("PATH") ? by_environment(i) : i)
LOOP(other_environment, "NotByEnvironment", getenv("NO_SUCH") ? by_other_environment(i) : i)
/* $HANGS is a file that gets a byte of each launch, which then hangs. */
CHANGED(not_hanging)
static void hangs(struct bd *b, uint64_t n)
{
	const char *path = getenv("HANGS");

	if (path && write(open(path, O_WRONLY | O_APPEND), "x", 1) == 1)
		for (;;)
			pause();
	bd_result(b, never ? not_hanging(n) : 1);
}
BD_FAMILY("NotHanging", hangs, (1, 2, 3, 4))

/* $LAUNCHES is a file that gets a byte of each launch. The last one of a proof is the sixth. */
CHANGED(in_last)
static int count_launches(struct bd *b)
{
	const char *path = getenv("LAUNCHES");
	int file = path ? open(path, O_WRONLY | O_APPEND) : -1;

	if (write(file, "x", 1) == 1 && lseek(file, 0, SEEK_CUR) >= 6)
		bd_keep(in_last(always));
	return b->arg != 0;
}
BD_BENCHMARK("InLastLaunch", runs_alone, .setup = count_launches)

#ifdef __x86_64__
CHANGED(by_ticks)
LOOP(with_ticks, "UnsureTicks", __builtin_ia32_rdtsc() == 1 ? by_ticks(i) : i)
#endif

/* They reach all these, but do not execute them. */
CHANGED(beside_unsure)
LOOP(no_unsure, "NotUnsure",
	never ? beside_unsure(i) + threads() + signals() + path_by_time() + random_path() : i)

/* Much later than the iterations of a sample. */
CHANGED(late)
static NOINLINE uint64_t sometimes(void)
{
	static uint64_t calls;

	return ++calls % 100000 ? calls : late(calls);
}
LOOP(after_many, "AfterManyCalls", sometimes())

/* As on a busy machine: of three samples in a row, two are slow. */
CHANGED(late_and_slow)
static void in_slow_samples(struct bd *b, uint64_t n)
{
	static uint64_t calls;
	static unsigned samples;

	if (++samples % 3)
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	for (uint64_t i = 0; i < n; i++)
		bd_keep(++calls % 10000 ? calls : late_and_slow(calls));
	bd_result(b, 1);
}
BD_BENCHMARK("InSlowSamples", in_slow_samples)

/* The resolver runs when the program is loaded. */
CHANGED(resolved)
static uint64_t unchanged(uint64_t x)
{
	return x;
}
static handler *resolve_changed(void)
{
	return always ? resolved : unchanged;
}
static volatile uint64_t resolutions;
static handler *resolve(void)
{
	resolutions = VARIANT;
	return unchanged;
}
static uint64_t to_changed(uint64_t x) __attribute__((ifunc("resolve_changed")));
static uint64_t by_changed(uint64_t x) __attribute__((ifunc("resolve")));
LOOP(with_ifunc, "Ifunc", to_changed(i))
LOOP(with_resolver, "IfuncResolver", by_changed(i))

/* Another one makes each benchmark uncertain, as it runs in each launch. */
#ifndef CONSTRUCTED
#define CONSTRUCTED 1
#endif
static volatile uint64_t constructed;
__attribute__((constructor)) static void construct(void)
{
	constructed = CONSTRUCTED;
}
