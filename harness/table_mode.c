/* SPDX-License-Identifier: MIT */
#include "harness/table_mode.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/launch.h"
#include "harness/table.h"

static void describe_death(struct bd_launch *launch, int status)
{
	struct bd *b = &launch->bd;

	if (WIFSIGNALED(status))
		snprintf(b->reason, sizeof(b->reason), "ended by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(b->reason, sizeof(b->reason), "ended itself with exit code %d",
			WEXITSTATUS(status));
	launch->record.benchmark = launch->subject->name;
	launch->record.status = WIFSIGNALED(status) ? "signal" : "exit";
	launch->record.detail = b->reason;
	launch->record.sample_count = 0;
}

static int run_in_child(struct bd_launch *launch, struct err *e)
{
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		bd_launch_run(launch);
		fflush(NULL);
		_exit(0);
	}
	if (child < 0)
		return bd_err(e, "cannot start a process for '%s': %s", launch->subject->name,
			strerror(errno));
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (status || !launch->record.status)
		describe_death(launch, status);
	return 0;
}

static void write_foot(FILE *out, double clock_step_ns)
{
	char step[32], cost[32];

	fprintf(out,
		"Times are per iteration; spread is the distance of the quartiles. "
		"Clock: step %s, %s a read.\n",
		bd_format_ns(step, sizeof(step), clock_step_ns),
		bd_format_ns(cost, sizeof(cost), bd_clock_cost_ns()));
}

static int has_failed(const char *status)
{
	return !status || (strcmp(status, "ok") != 0 && strcmp(status, "skipped") != 0);
}

static int run_chosen(FILE *out, const struct bd_registry *registry,
	const unsigned char *chosen, struct bd_launch *launch, struct err *e)
{
	int width = 9, selected = 0, failed = 0;

	for (size_t i = 0; i < registry->count; i++) {
		int length = (int)strlen(registry->cases[i].name);

		if (chosen[i] && length > width)
			width = length;
		selected += chosen[i];
	}
	bd_table_head(out, width);
	for (size_t i = 0; i < registry->count; i++) {
		if (!chosen[i])
			continue;
		launch->subject = &registry->cases[i];
		launch->record = (struct bd_record){ 0 };
		fflush(NULL);
		if (selected == 1)
			bd_launch_run(launch);
		else if (run_in_child(launch, e) != 0)
			return -1;
		bd_table_row(out, width, &launch->record);
		failed += has_failed(launch->record.status);
	}
	write_foot(out, launch->record.clock_step_ns);
	return failed;
}

int bd_table_run(FILE *out, const struct bd_registry *registry, const unsigned char *chosen,
	const struct bd_options *options, struct err *e)
{
	struct bd_launch *launch = bd_launch_new(options);
	int failed;

	if (!launch)
		return bd_err(e, "no memory for %lld samples", (long long)options->samples);
	failed = run_chosen(out, registry, chosen, launch, e);
	bd_launch_free(launch);
	return failed;
}
