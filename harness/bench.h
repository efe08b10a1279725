/* SPDX-License-Identifier: MIT */
/*
 * The one header that a suite author includes. A benchmark is one file that ends with one
 * registration line:
 *
 *	static void run(struct bd *b, uint64_t n)
 *	{
 *		uint64_t sum = 0;
 *
 *		for (uint64_t i = 0; i < n; i++)
 *			bd_keep(sum = work(b->state));
 *		bd_result(b, sum);
 *	}
 *
 *	BD_BENCHMARK("Work", run, .tags = "example", .setup = make, .verify = check)
 *
 * All times are in nanoseconds. For C99 and later, and C++11 and later, where the members have
 * the order below.
 */
#ifndef BD_BENCH_H
#define BD_BENCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions of one benchmark share during one launch. Zeroed before set-up. */
struct bd {
	/* Set by the harness before set-up: */
	long arg;         /* parameter of a family ("Sort/64": 64), else 0 */
	const char *name; /* full name, as registered, with "/ARG" in a family */
	/* Set by the benchmark, usually in set-up: */
	void *state;  /* the benchmark's own; the benchmark frees it in tear-down */
	double items; /* items that one iteration processes (throughput); 0: none */
	double bytes; /* bytes that one iteration processes; 0: none */
	/* Set through bd_result(): */
	uint64_t result;
	int has_result;
	/* Set through bd_skip() and bd_wrong(): why, cut at this size. */
	char reason[256];
};

/* One benchmark as registered. Members that are not named are zero: none, no such step. */
struct bd_benchmark {
	const char *name; /* unique in its suite; a family's members are NAME/ARG */
	/* The timed function: does the work n times (n >= 1) and leaves the result of one
	 * iteration, the same for every n, in bd_result(). */
	void (*run)(struct bd *b, uint64_t n);
	const char *tags; /* separated by commas: "sort,libc" */
	/* Before the first iteration, not timed as part of a sample. Returns 0, or bd_skip().
	 */
	int (*setup)(struct bd *b);
	/* After the samples: is the result right? Returns 0, or bd_wrong(). */
	int (*verify)(struct bd *b);
	/* After the last sample and after verify; also after a set-up that failed or skipped.
	 */
	void (*teardown)(struct bd *b);
	/* Before each sample of n iterations (also warm-up and tuning), not timed. */
	void (*before_sample)(struct bd *b, uint64_t n);
	double items; /* as in struct bd, if known without a set-up */
	double bytes;
	/* Filled in by the macros: */
	const char *file;
	unsigned line;
	const long *args; /* a family: its parameters */
	size_t arg_count; /* 0: not a family */
};

/* How this translation unit was compiled; the doctor warns about builds not fit to measure. */
struct bd_build {
	const char *compiler; /* "GNU 12.2.0" */
	const char *flags;    /* as the build system gave them in BD_FLAGS, else "" */
	int optimized, optimized_for_size, assertions, sanitized;
};

#define BD_CONCAT_(a, b) a##b
#define BD_CONCAT(a, b)  BD_CONCAT_(a, b)
#define BD_UNPACK(...)   __VA_ARGS__

/* ld.gold and lld drop an unreferenced section under --gc-sections unless it is retained. */
#if defined(__has_attribute)
#if __has_attribute(retain)
#define BD_SECTION __attribute__((section("bd_benchmarks"), used, retain))
#endif
#endif
#ifndef BD_SECTION
#define BD_SECTION __attribute__((section("bd_benchmarks"), used))
#endif

/* A registration in C++ names some members only, which before C++20 is an extension. */
#ifdef __cplusplus
#define BD_QUIET                                                                       \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpragmas\"") \
		_Pragma("GCC diagnostic ignored \"-Wc++20-extensions\"")               \
			_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")
#define BD_QUIET_END _Pragma("GCC diagnostic pop")
#else
#define BD_QUIET
#define BD_QUIET_END
#endif

#define BD_REGISTER_(id, ...)                                                           \
	BD_QUIET                                                                        \
	static const struct bd_benchmark BD_CONCAT(bd_entry_, id) = { __VA_ARGS__ };    \
	BD_QUIET_END                                                                    \
	static const struct bd_benchmark *const BD_CONCAT(bd_pointer_, id) BD_SECTION = \
		&BD_CONCAT(bd_entry_, id);

/*
 * Registers a benchmark. Members follow by name, in C++ in the order of struct bd_benchmark:
 *	BD_BENCHMARK("Name", run, .setup = make, .verify = check)
 */
#define BD_BENCHMARK(name_, ...)                                                       \
	BD_REGISTER_(__COUNTER__, .name = name_, .run = __VA_ARGS__, .file = __FILE__, \
		.line = __LINE__)
/* Registers a family, one member a parameter: BD_FAMILY("Sort", run, (64, 4096), ...) */
#define BD_FAMILY(name_, run_, ...) \
	BD_FAMILY_(__COUNTER__, name_, run_, __VA_ARGS__, .file = __FILE__, .line = __LINE__)
#define BD_FAMILY_(id, name_, run_, args_, ...)                            \
	static const long BD_CONCAT(bd_args_, id)[] = { BD_UNPACK args_ }; \
	BD_REGISTER_(id, .name = name_, .run = run_, __VA_ARGS__,          \
		.args = BD_CONCAT(bd_args_, id),                           \
		.arg_count = sizeof(BD_CONCAT(bd_args_, id)) / sizeof(long))

/* Forces the value to be computed: the optimiser cannot see that it is unused. */
#define bd_keep(value)                                             \
	do {                                                       \
		__typeof__(value) bd_kept_ = (value);              \
		__asm__ volatile("" : : "g"(bd_kept_) : "memory"); \
	} while (0)

/* The compiler must assume that all memory has changed: it keeps no value in a register. */
static inline void bd_clobber(void)
{
	__asm__ volatile("" : : : "memory");
}

/*
 * The result of one iteration, reduced to 64 bits. The log has it as `checksum`. It must not
 * depend on n. -DBD_BREAK=1 corrupts it on purpose: a verify that checks b->result must then
 * fail, and a test of ours shows that each does.
 */
static inline void bd_result(struct bd *b, uint64_t value)
{
#if defined(BD_BREAK) && BD_BREAK
	value = ~value;
#endif
	b->result = value;
	b->has_result = 1;
}

/* `return bd_skip(b, "no huge pages")` in set-up: the benchmark cannot run here. Returns 1. */
int bd_skip(struct bd *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `return bd_wrong(b, "sum %d, not 7", s)` in verify: the result is wrong. Returns -1. */
int bd_wrong(struct bd *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `return bd_expect(b, 7)` in verify: 0 if bd_result() was given this value, else bd_wrong().
 */
int bd_expect(struct bd *b, uint64_t expected);

/* FNV-1a (Fowler, Noll, Vo) over size bytes, for verify and bd_result; start with seed 0. */
uint64_t bd_hash(const void *data, size_t size, uint64_t seed);
/* The next number of splitmix64 (Steele, Lea, Flood 2014), for input that is always the same.
 */
uint64_t bd_random(uint64_t *state);
/* Memory for set-up: zeroed, never NULL (a launch without memory ends as skipped). Free with
 * free(). */
void *bd_alloc(size_t size);

/*
 * The suite's whole command line (--list, NAME ...). Returns the exit code: 0 success (with
 * --out-fd also if the row says `skipped` or `verify`), 1 a benchmark failed (without
 * --out-fd), 2 usage, 4 the row could not be written or an internal error. BD_MAIN defines a
 * main that calls it: put it into one file of the suite, or let bd_add_suite() of CMake do
 * that.
 */
int bd_main(int argc, char **argv, const struct bd_build *build);

#ifndef BD_FLAGS
#define BD_FLAGS ""
#endif
#if defined(__clang__)
#define BD_COMPILER "Clang " __clang_version__
#else
#define BD_COMPILER "GNU " __VERSION__
#endif
#ifdef __OPTIMIZE__
#define BD_OPTIMIZED 1
#else
#define BD_OPTIMIZED 0
#endif
#ifdef __OPTIMIZE_SIZE__
#define BD_OPTIMIZED_FOR_SIZE 1
#else
#define BD_OPTIMIZED_FOR_SIZE 0
#endif
#ifdef NDEBUG
#define BD_ASSERTIONS 0
#else
#define BD_ASSERTIONS 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define BD_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BD_SANITIZED 1
#endif
#ifndef BD_SANITIZED
#define BD_SANITIZED 0
#endif
#define BD_MAIN                                                                             \
	int main(int argc, char **argv)                                                     \
	{                                                                                   \
		static const struct bd_build build = { BD_COMPILER, BD_FLAGS, BD_OPTIMIZED, \
			BD_OPTIMIZED_FOR_SIZE, BD_ASSERTIONS, BD_SANITIZED };               \
		return bd_main(argc, argv, &build);                                         \
	}

#ifdef __cplusplus
}
#endif

#endif
