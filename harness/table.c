/* SPDX-License-Identifier: MIT */
#include "harness/table.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/launch.h"

/* Three digits, and always the whole integer part. */
static int format_scaled(char *buffer, size_t size, double value, const char *unit)
{
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	return snprintf(buffer, size, "%.*f %s", decimals, value, unit);
}

const char *bd_format_ns(char *buffer, size_t size, double ns)
{
	if (ns < 999.5)
		format_scaled(buffer, size, ns, "ns");
	else if (ns < 999.5e3)
		format_scaled(buffer, size, ns / 1e3, "us");
	else if (ns < 999.5e6)
		format_scaled(buffer, size, ns / 1e6, "ms");
	else
		format_scaled(buffer, size, ns / 1e9, "s");
	return buffer;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Amount a second with a decimal prefix: "812 M items/s". */
static void write_rate(FILE *out, double per_iteration, double ns, const char *unit)
{
	static const char *const prefixes[] = { "", "k", "M", "G", "T" };
	double rate = ns > 0 ? per_iteration / ns * 1e9 : 0;
	size_t prefix = 0;
	char text[64];

	if (!(per_iteration > 0) || ns <= 0)
		return;
	for (; rate >= 999.5 && prefix < 4; prefix++)
		rate /= 1000;
	format_scaled(text, sizeof(text), rate, prefixes[prefix]);
	fprintf(out, "  %s%s%s", text, *unit == 'B' || !prefix ? "" : " ", unit);
}

static void write_head(FILE *out, int width)
{
	fprintf(out, "%-*s  %10s  %7s  %9s  %9s  %8s  %s\n", width, "benchmark", "iterations",
		"samples", "min", "median", "spread", "throughput");
}

/* Spread: distance of the quartiles in per cent of the median. */
static void write_times(FILE *out, const struct bd_record *r, double *sorted)
{
	size_t n = r->sample_count;
	double median, spread;
	char low[32], middle[32];

	memcpy(sorted, r->samples, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare_doubles);
	median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
	spread = sorted[(3 * n) / 4 < n ? (3 * n) / 4 : n - 1] - sorted[n / 4];
	fprintf(out, "  %10" PRId64 "  %7zu  %9s  %9s  %6.1f %%", r->iterations, n,
		bd_format_ns(low, sizeof(low), sorted[0]),
		bd_format_ns(middle, sizeof(middle), median),
		median > 0 ? 100 * spread / median : 0);
	write_rate(out, r->items, median, "items/s");
	write_rate(out, r->bytes, median, "B/s");
}

static const char *status_words(const char *status)
{
	if (strcmp(status, "verify") == 0)
		return "WRONG RESULT";
	return strcmp(status, "skipped") == 0 ? "skipped" : "CRASHED";
}

void bd_table_row(FILE *out, int width, const struct bd_record *record)
{
	double *sorted = calloc(record->sample_count + 1, sizeof(*sorted));

	fprintf(out, "%-*s", width, record->benchmark);
	if (strcmp(record->status, "ok") != 0) {
		fprintf(out, "  %s: ", status_words(record->status));
		bd_write_escaped(out, record->detail);
	} else if (sorted) {
		write_times(out, record, sorted);
	}
	putc('\n', out);
	free(sorted);
}

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
	if (child < 0) {
		bd_err(e, "cannot start a process for '%s': %s", launch->subject->name,
			strerror(errno));
		return -1;
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (status || !launch->record.status)
		describe_death(launch, status);
	return 0;
}

/* What one read of the clock costs: the median over batches of reads. */
static double read_cost_ns(void)
{
	enum { BATCHES = 31, READS = 1000 };
	double cost[BATCHES];

	for (int i = 0; i < BATCHES; i++) {
		uint64_t start = bd_clock_ns(), end = start;

		for (int k = 0; k < READS; k++)
			end = bd_clock_ns();
		cost[i] = (double)(end - start) / READS;
	}
	qsort(cost, BATCHES, sizeof(*cost), compare_doubles);
	return cost[BATCHES / 2];
}

static void write_foot(FILE *out, double clock_step_ns)
{
	char step[32], cost[32];

	fprintf(out,
		"Times are per iteration; spread is the distance of the quartiles. "
		"Clock: step %s, %s a read.\n",
		bd_format_ns(step, sizeof(step), clock_step_ns),
		bd_format_ns(cost, sizeof(cost), read_cost_ns()));
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
	write_head(out, width);
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
		failed += strcmp(launch->record.status, "ok") != 0 &&
			  strcmp(launch->record.status, "skipped") != 0;
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
