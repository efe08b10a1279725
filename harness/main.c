/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/launch.h"
#include "harness/list.h"
#include "harness/profile.h"
#include "harness/table.h"

#define HEAP_PAGES_MAX 1000
/* Of a thread where the stack has no limit (glibc, ARCH_STACK_DEFAULT_SIZE). */
#define THREAD_STACK ((rlim_t)2 << 20)

static void move_heap(void)
{
	const char *text = getenv("BD_HEAP_PAGES");
	long pages = text ? strtol(text, NULL, 10) : 0;

	/* A failure leaves the heap where it is. */
	if (pages > 0 && pages <= HEAP_PAGES_MAX && sbrk(pages * sysconf(_SC_PAGESIZE)))
		return;
}

/* glibc took the size of the stacks of threads from the limit before main() began. */
static void size_threads(rlim_t bytes)
{
	pthread_attr_t attributes;

	if (pthread_attr_init(&attributes))
		return;
	if (!pthread_attr_setstacksize(
		    &attributes, bytes == RLIM_INFINITY ? THREAD_STACK : bytes))
		pthread_setattr_default_np(&attributes);
	pthread_attr_destroy(&attributes);
}

static void limit_stack(void)
{
	const char *text = getenv("BD_STACK_LIMIT");
	struct rlimit limit;

	if (!text || getrlimit(RLIMIT_STACK, &limit))
		return;
	limit.rlim_cur = strtoull(text, NULL, 10);
	if (!limit.rlim_cur || setrlimit(RLIMIT_STACK, &limit))
		return;
	size_threads(limit.rlim_cur);
}

/*
 * Where the launch lies in memory, as its driver wants it. The driver has switched address
 * randomisation off, so that all launches of a round lie at the same addresses, and draws
 * others for each round:
 * - BD_HEAP_PAGES=N leaves N pages free before the heap;
 * - BD_STACK_LIMIT=BYTES is the stack's own soft limit. The launch was started with another
 * one, as the kernel places the libraries below it. The own one is set again, also for threads.
 * Does nothing without these, and where the system refuses. Before the first malloc().
 */
static void bd_place_take(void)
{
	move_heap();
	limit_stack();
}

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 4 };

static int fail(int code, const char *text)
{
	fprintf(stderr, "%s: %s\n", program_invocation_name, text);
	return code;
}

/*
 * A launch must not outlive its driver. The driver may have died before prctl() took effect, so
 * its process id, BD_DRIVER_PID, is checked too. Another parent alone proves nothing: a wrapper
 * may have started the launch.
 */
static void die_with_driver(void)
{
	const char *text = getenv("BD_DRIVER_PID");
	long driver = text ? strtol(text, NULL, 10) : 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (driver > 0 && getppid() != driver && kill((pid_t)driver, 0) != 0 && errno == ESRCH)
		_exit(EXIT_INTERNAL);
}

static int run_for_driver(
	const struct bd_registry *registry, const struct bd_options *options, struct err *e)
{
	struct bd_launch *launch = bd_launch_new(options);
	struct bd_profile *profile =
		launch && options->profile ? calloc(1, sizeof(*profile)) : NULL;
	int fd = options->out_fd, result;

	if (!launch || (options->profile && !profile))
		return bd_err(e, "no memory for %lld samples", (long long)options->samples);
	if (profile)
		bd_profile_use(launch, profile);
	launch->subject = bd_registry_find(registry, options->names[0]);
	/* What the benchmark starts must not hold the row channel open. */
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (options->turn_fd >= 0)
		fcntl(options->turn_fd, F_SETFD, FD_CLOEXEC);
	die_with_driver();
	bd_launch_run(launch);
	signal(SIGPIPE, SIG_IGN);
	result = profile && strcmp(launch->record.status, "ok") == 0
			 ? bd_profile_write(fd, profile)
			 : bd_record_write(fd, &launch->record);
	if (result != 0)
		bd_err(e, "cannot write the row of '%s' to descriptor %d: %s",
			options->names[0], fd, strerror(errno));
	free(profile);
	bd_launch_free(launch);
	return result;
}

static int choose(const struct bd_registry *registry, const struct bd_options *options,
	unsigned char *chosen, struct err *e)
{
	for (int i = 0; i < options->name_count; i++) {
		const char *name = options->names[i];
		size_t found = options->out_fd >= 0 ? bd_registry_find(registry, name) != NULL
						    : bd_registry_match(registry, name, chosen);

		if (!found)
			return bd_err(e, "no benchmark '%s' in this suite; see %s --list", name,
				program_invocation_name);
	}
	return 0;
}

static int run_selected(const struct bd_registry *registry, const struct bd_options *options)
{
	unsigned char *chosen = calloc(registry->count + 1, 1);
	struct err e;
	int failed, code = EXIT_FINE;

	if (!chosen)
		return fail(EXIT_INTERNAL, "no memory for the names");
	if (choose(registry, options, chosen, &e) != 0) {
		code = fail(EXIT_USAGE, e.text);
	} else {
		failed = options->out_fd >= 0
				 ? run_for_driver(registry, options, &e)
				 : bd_table_run(stdout, registry, chosen, options, &e);
		if (failed)
			code = failed > 0 ? EXIT_FAILED : fail(EXIT_INTERNAL, e.text);
	}
	free(chosen);
	return code;
}

int bd_main(int argc, char **argv, const struct bd_build *build)
{
	struct bd_registry registry = { 0 };
	struct bd_options options;
	struct err e;
	int code = EXIT_FINE;

	bd_place_take();
	if (bd_options_parse(&options, argc, argv, &e) != 0)
		return fail(EXIT_USAGE, e.text);
	if (options.help) {
		fputs(bd_options_help(), stdout);
		return EXIT_FINE;
	}
	if (bd_registry_load(&registry, &e) != 0)
		code = fail(EXIT_USAGE, e.text);
	else if (options.list && options.json)
		bd_list_json(stdout, &registry, build);
	else if (options.list && !registry.count)
		code = fail(EXIT_USAGE,
			"no benchmark is linked; were they in a static library? Use "
			"an OBJECT library or --whole-archive");
	else if (options.list)
		bd_list_text(stdout, &registry);
	else
		code = run_selected(&registry, &options);
	bd_registry_release(&registry);
	if (fflush(stdout) != 0 && code == EXIT_FINE)
		code = fail(EXIT_INTERNAL, "cannot write to standard output");
	return code;
}
