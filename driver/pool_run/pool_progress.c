/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/pool_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/pool/dispatch.h"
#include "driver/request/settings.h"
#include "harness/base/clock.h"

#define REDRAW_NS 500000000u
/* Not on a terminal: a line when shards have ended, but neither too often nor too rarely. */
#define PLAIN_LINE_NS     60000000000u
#define PLAIN_LINE_MIN_NS 10000000000u
/* Nodes that a line names. */
#define NODES_SHOWN 8

static double left_ns(const struct pool_progress *p, const struct dispatch *d)
{
	double done = 0, all = 0, elapsed = (double)(bd_clock_ns() - p->started_ns);

	for (size_t i = 0; i < d->plan->shard_count; i++) {
		all += d->plan->shards[i].ns;
		done += d->shards[i].state == ENGINE_DONE ? d->plan->shards[i].ns : 0;
	}
	return done > 0 ? elapsed * (all - done) / done : 0;
}

/* "n1: 4 (String/Find ...)", for each node that has a shard. */
static char *nodes_text(const struct dispatch *d)
{
	struct string_list list = { 0 };
	const char *waits = NULL;
	size_t running = 0;

	for (size_t i = 0; i < d->plan->shard_count; i++) {
		const struct dispatch_shard *s = &d->shards[i];

		if (s->state == ENGINE_RUNNING && running++ < NODES_SHOWN)
			string_list_addf(&list, "%s: %zu %s", s->node, i,
				d->plan->blocks[d->plan->shards[i].first].name);
		else if (s->state == ENGINE_WAITING && *s->reason && !waits)
			waits = s->reason;
	}
	if (running > NODES_SHOWN)
		string_list_addf(&list, "and %zu more nodes", running - NODES_SHOWN);
	if (!running && waits)
		string_list_addf(&list, "waiting: %s", waits);
	return string_list_take(&list, "  ");
}

static char *line_of(const struct pool_progress *p, const struct dispatch *d)
{
	char elapsed[16], left[16];
	AUTO_FREE char *nodes = nodes_text(d);
	AUTO_FREE char *clean = terminal_clean(nodes);

	duration_text((double)(bd_clock_ns() - p->started_ns), elapsed, sizeof(elapsed));
	duration_text(left_ns(p, d), left, sizeof(left));
	return memory_format("%zu/%zu shards, %s%s%s%s%s", d->done, d->plan->shard_count,
		elapsed, d->done ? ", " : "", d->done ? left : "", d->done ? " left  " : "  ",
		clean);
}

void pool_progress_begin(
	struct pool_progress *p, const struct run_settings *settings, const struct dispatch *d)
{
	const char *term = getenv("TERM");

	*p = (struct pool_progress){ .quiet = settings->quiet,
		.terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0,
		.started_ns = bd_clock_ns() };
	if (p->quiet)
		return;
	fprintf(stderr, "%zu benchmark%s in %zu shard%s by %s%s", d->plan->block_count,
		PLURAL(d->plan->block_count), d->plan->shard_count,
		PLURAL(d->plan->shard_count), d->engine->name,
		d->plan->replicas > 1 ? ", each on several nodes" : "");
	if (d->done)
		fprintf(stderr, "; %zu are done already", d->done);
	fputc('\n', stderr);
}

void pool_progress_show(struct pool_progress *p, const struct dispatch *d)
{
	uint64_t since = bd_clock_ns() - p->shown_ns;
	int width = terminal_width(stderr, 80);
	AUTO_FREE char *line = NULL;

	if (p->quiet || since < REDRAW_NS)
		return;
	if (!p->terminal && since < (d->done != p->told ? PLAIN_LINE_MIN_NS : PLAIN_LINE_NS))
		return;
	line = line_of(p, d);
	if (p->terminal)
		terminal_cut(line, width - 1);
	fprintf(stderr, p->terminal ? "\r%s\033[K" : "%s\n", line);
	fflush(stderr);
	p->told = d->done;
	p->shown_ns = bd_clock_ns();
}

void pool_progress_say(struct pool_progress *p, const char *sentence)
{
	AUTO_FREE char *clean = terminal_clean(sentence);

	pool_progress_end(p);
	fprintf(stderr, "bdriver: %s\n", clean);
}

void pool_progress_end(struct pool_progress *p)
{
	if (p->terminal && !p->quiet)
		fputs("\r\033[K", stderr);
}
