/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/command_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/logs/compare.h"
#include "driver/run/run.h"

/* Of one command and the first one. */
struct ratio {
	double old, new, ratio, low, high;
};

static int keep(const struct comparison *comparison, const struct compare_job *job)
{
	const struct metric_change *time = &comparison->rows[0].time;

	*(struct ratio *)job->ctx =
		(struct ratio){ time->old, time->new, time->ratio, time->low, time->high };
	return EXIT_FINE;
}

/* The line itself: the text of a build is NAME=LINE. */
static const char *line_of(const struct run *run, size_t b)
{
	return strchr(run->settings.builds.named.items[b], '=') + 1;
}

static void add_row(struct layout *layout, const struct run *run, size_t b,
	const struct ratio *ratio, double ns)
{
	char time[FORMAT_SIZE], times[FORMAT_SIZE] = "", interval[2 * FORMAT_SIZE] = "";

	if (b && isfinite(ratio->ratio)) {
		snprintf(times, sizeof(times), "%.3g", ratio->ratio);
		snprintf(interval, sizeof(interval), "%.3g..%.3g", ratio->low, ratio->high);
	}
	layout_add(layout, STYLE_PLAIN, line_of(run, b));
	layout_add(layout, STYLE_PLAIN, isfinite(ns) ? format_time(time, ns) : "failed");
	layout_add(layout, STYLE_PLAIN, b || !isfinite(ns) ? times : "1");
	layout_add(layout, STYLE_PLAIN, interval);
}

/* The first line: which one takes the least time, as far as that is certain. */
static void print_verdict(const struct run *run, const struct ratio *ratios)
{
	size_t best = 0, last = run->builds.count - 1;
	AUTO_FREE char *text = NULL;

	for (size_t b = 1; b <= last; b++)
		if (isfinite(ratios[b].ratio) && ratios[b].high < 1 &&
			(!best || ratios[b].ratio < ratios[best].ratio))
			best = b;
	if (!best && last == 1 && ratios[1].low > 1)
		best = 1;
	text = best ? memory_format("`%s` takes %.3g times as long as `%s` (%.3g..%.3g)",
			      line_of(run, best), ratios[best].ratio, line_of(run, 0),
			      ratios[best].low, ratios[best].high)
		    : memory_format(isfinite(ratios[1].old)
					    ? "no command is certainly faster than `%s`"
					    : "`%s` failed, so nothing was compared with it",
			      line_of(run, 0));
	message_line(stdout, "%s", text);
	putchar('\n');
}

int command_table_print(const struct run *run)
{
	static const struct column columns[] = { { "command", ALIGN_LEFT },
		{ "time", ALIGN_RIGHT }, { "times the first", ALIGN_RIGHT },
		{ "95 % interval", ALIGN_RIGHT } };
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(run->settings.shared.color, stdout) };
	const struct build *builds = run->builds.items;
	AUTO_FREE struct ratio *ratios = memory_zeroed(run->builds.count, sizeof(*ratios));
	AUTO(layout_release) struct layout layout;
	int code = EXIT_FINE;

	for (size_t b = 1; !code && b < run->builds.count; b++) {
		struct compare_job job = compare_job_default(builds[0].log, builds[b].log);

		job.write = keep;
		job.ctx = &ratios[b];
		job.report.fail_on = FAIL_ON_NEVER;
		job.options.judge_same_code = true;
		compare_configure(&job.options, &run->config);
		code = compare_logs(&job);
	}
	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t b = 0; !code && b < run->builds.count; b++)
		add_row(&layout, run, b, &ratios[b], b ? ratios[b].new : ratios[1].old);
	if (!code)
		print_verdict(run, ratios);
	layout_print(&layout, stdout, &size);
	if (!code && !run->settings.shared.quiet) {
		AUTO_FREE char *folder = path_folder(builds[0].log);

		message_line(stdout, "Logs: %s", folder);
	}
	return code;
}
