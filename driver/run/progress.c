/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "harness/base/clock.h"

#define REDRAW_NS 200000000u
/* Not on a terminal: at most so many lines, at tenths of a phase and not in quick succession.
 */
#define PLAIN_LINES       10
#define PLAIN_LINE_MIN_NS 2000000000u
/* Between them signs of life: soon while the run is young, after a part of its age later.
 * Services end a job that prints nothing for ten minutes. */
#define ALIVE_SOON_NS   15000000000u
#define ALIVE_LATEST_NS 540000000000u
#define AGE_SHARE       20

void progress_init(
	struct progress *p, FILE *out, bool quiet, bool verbose, unsigned workers, size_t total)
{
	const char *term = getenv("TERM");
	bool terminal = isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;

	*p = (struct progress){ .out = out,
		.lines = p->lines,
		.began_ns = p->began_ns,
		.workers = workers,
		.total = total,
		.started_ns = bd_clock_ns() };
	p->kind = quiet      ? PROGRESS_QUIET
		  : verbose  ? PROGRESS_LAUNCHES
		  : terminal ? PROGRESS_BAR
			     : PROGRESS_NOW_AND_THEN;
	p->shown_ns = p->started_ns;
	if (!p->began_ns)
		p->began_ns = p->started_ns;
	p->running = memory_zeroed(workers, sizeof(*p->running));
}

void progress_release(struct progress *p)
{
	for (unsigned i = 0; p->running && i < p->workers; i++)
		free(p->running[i]);
	free(p->running);
	p->running = NULL;
}

/* "1 m, 2 m to 3 m left, 4 failed"; the caller frees it. */
static char *times_text(const struct progress *p)
{
	char elapsed[16], left[16], most[16];
	struct string_list parts = { 0 };

	duration_text((double)(bd_clock_ns() - p->started_ns), elapsed, sizeof(elapsed));
	duration_text(p->least_ns, left, sizeof(left));
	duration_text(p->most_ns, most, sizeof(most));
	string_list_add(&parts, elapsed);
	if (isfinite(p->most_ns) && strcmp(left, most) != 0)
		string_list_addf(&parts, "%s to %s left", left, most);
	else if (p->least_ns > 0 || isfinite(p->most_ns))
		string_list_addf(
			&parts, "%s%s left", isinf(p->most_ns) ? "at least " : "", left);
	if (p->failed)
		string_list_addf(&parts, "%zu failed", p->failed);
	return string_list_finish(&parts, ", ");
}

static void draw(struct progress *p)
{
	int width = terminal_width(p->out, 80), bar = width / 5 > 30 ? 30 : width / 5;
	int full = p->total ? (int)((double)bar * (double)p->done / (double)p->total) : bar;
	struct string_list parts = { 0 };
	AUTO_FREE char *times = times_text(p), *line = NULL;

	string_list_addf(&parts, "[%.*s%.*s] %zu/%zu", full, "##############################",
		bar - full, "..............................", p->done, p->total);
	string_list_add(&parts, times);
	for (unsigned i = 0; i < p->workers; i++)
		if (p->running[i])
			string_list_add(&parts, p->running[i]);
	line = string_list_finish(&parts, "  ");
	terminal_cut(line, width - 1);
	fprintf(p->out, "\r%s\033[K", line);
	fflush(p->out);
	p->shown_ns = bd_clock_ns();
}

void progress_started(
	struct progress *p, unsigned worker, const char *suite, const char *benchmark)
{
	AUTO_FREE char *name = NULL;

	if (p->kind != PROGRESS_BAR)
		return;
	name = memory_format("%s/%s", suite, benchmark);
	free(p->running[worker]);
	p->running[worker] = terminal_clean(name);
	if (bd_clock_ns() - p->shown_ns >= REDRAW_NS)
		draw(p);
}

static void print_launch(struct progress *p, const struct log_row *row)
{
	AUTO_FREE char *suite = terminal_clean(row->suite),
		       *name = terminal_clean(row->benchmark);
	AUTO_FREE char *detail =
		terminal_clean(row->evidence.detail ? row->evidence.detail : "");
	char time[16] = "";

	if (row->launch.status == OUTCOME_OK)
		duration_text(row->launch.time.median, time, sizeof(time));
	fprintf(p->out, "[%zu/%zu] %s/%s%s%s round %u: %s%s%s%s%s, after %.3f s\n", p->done,
		p->total, suite, name, *row->build ? " " : "", row->build, row->launch.round,
		outcome_name((enum outcome)row->launch.status), *detail ? " " : "", detail,
		*time ? " " : "", time, 1e-9 * (double)(bd_clock_ns() - p->started_ns));
}

static unsigned tenths_done(const struct progress *p)
{
	return p->total ? (unsigned)(10 * p->done / p->total) : 10;
}

static bool has_new_tenth(const struct progress *p)
{
	return tenths_done(p) != p->tenths && p->lines < PLAIN_LINES;
}

bool progress_is_due(const struct progress *p, uint64_t now_ns)
{
	uint64_t silence_ns = (now_ns - p->began_ns) / AGE_SHARE;

	if (has_new_tenth(p))
		silence_ns = PLAIN_LINE_MIN_NS;
	else if (silence_ns < ALIVE_SOON_NS)
		silence_ns = ALIVE_SOON_NS;
	else if (silence_ns > ALIVE_LATEST_NS)
		silence_ns = ALIVE_LATEST_NS;
	return now_ns - p->shown_ns >= silence_ns;
}

static void print_now_and_then(struct progress *p)
{
	uint64_t now_ns = bd_clock_ns();
	AUTO_FREE char *times = NULL;

	if (!progress_is_due(p, now_ns))
		return;
	p->lines += has_new_tenth(p);
	p->tenths = tenths_done(p);
	p->shown_ns = now_ns;
	times = times_text(p);
	fprintf(p->out, "%zu/%zu launches, %s\n", p->done, p->total, times);
	fflush(p->out);
}

void progress_ended(struct progress *p, unsigned worker, const struct log_row *row, size_t left)
{
	p->done++;
	p->total = p->done + left;
	if (row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED)
		p->failed++;
	free(p->running[worker]);
	p->running[worker] = NULL;
	if (p->kind == PROGRESS_LAUNCHES)
		print_launch(p, row);
	else if (p->kind == PROGRESS_NOW_AND_THEN)
		print_now_and_then(p);
}

void progress_tick(struct progress *p)
{
	if (p->kind == PROGRESS_BAR && bd_clock_ns() - p->shown_ns >= REDRAW_NS)
		draw(p);
	else if (p->kind == PROGRESS_NOW_AND_THEN)
		print_now_and_then(p);
}

void progress_clear(struct progress *p)
{
	if (p->kind == PROGRESS_BAR)
		fputs("\r\033[K", p->out);
	fflush(p->out);
}

void progress_say(struct progress *p, const char *format, ...)
{
	AUTO_FREE char *text = NULL;
	va_list args;

	if (p->kind == PROGRESS_QUIET)
		return;
	progress_clear(p);
	va_start(args, format);
	text = memory_format_list(format, args);
	va_end(args);
	message_line(p->out, "%s", text);
	fflush(p->out);
}
