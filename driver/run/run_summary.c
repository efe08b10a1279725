/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/run_summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"

#include "driver/measure/row.h"
#include "driver/run/error_file.h"

#define FAILURES_MAX 20
#define TAIL_LINES   3
#define TAILS_MAX    100

void run_summary_init(struct run_summary *summary, size_t count)
{
	*summary = (struct run_summary){ .items = memory_zeroed(count, sizeof(*summary->items)),
		.count = count };
}

void run_summary_release(struct run_summary *summary)
{
	for (size_t i = 0; i < summary->count; i++) {
		free(summary->items[i].name);
		free(summary->items[i].detail);
		free(summary->items[i].tail);
	}
	free(summary->items);
	*summary = (struct run_summary){ 0 };
}

static void add_ok(struct run_item *item, const struct launch *launch)
{
	double ns = launch->time.median;

	item->retried_well = true;
	if (!(ns > 0) || isinf(ns))
		return;
	if (!item->launches++ || ns < item->min_ns)
		item->min_ns = ns;
}

void run_summary_add(struct run_summary *summary, size_t index, const struct launch *launch,
	const char *detail, const struct job_result *result)
{
	struct run_item *item = &summary->items[index];

	if (result)
		summary->leftovers += result->leftover;
	if (launch->status == OUTCOME_OK) {
		add_ok(item, launch);
		return;
	}
	if (!item->failures && !item->skips) {
		item->status = launch->status;
		item->detail = memory_text(detail ? detail : "");
	}
	if (launch->status == OUTCOME_SKIPPED) {
		item->skips++;
		return;
	}
	item->failures++;
	item->short_searches += detail && !strcmp(detail, ROW_SHORT_SEARCH);
	item->retried_well = false;
	if (!item->tail && result && summary->tails < TAILS_MAX) {
		item->tail = error_tail(result->errors, result->errors_size, TAIL_LINES);
		summary->tails++;
	}
}

bool run_item_failed(const struct run_item *item)
{
	return (item->failures > item->short_searches || (item->failures && !item->launches)) &&
	       !item->retried_well;
}

size_t run_summary_failed(const struct run_summary *summary)
{
	size_t count = 0;

	for (size_t i = 0; i < summary->count; i++)
		count += run_item_failed(&summary->items[i]);
	return count;
}

size_t run_summary_bad(const struct run_summary *summary)
{
	size_t count = 0;

	for (size_t i = 0; i < summary->count; i++)
		count += summary->items[i].failures + summary->items[i].skips;
	return count;
}

bool run_item_is_empty(const struct run_item *item)
{
	return !item->retried_well && !item->failures && !item->skips;
}

/* What Google Benchmark says of each machine. */
static bool is_banner(const char *line)
{
	static const char *const known[] = { "Run on (", "CPU Caches:", "  L1 ", "  L2 ",
		"  L3 ", "Load Average:" };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!strncmp(line, known[i], strlen(known[i])))
			return true;
	return false;
}

static void print_tail(FILE *out, const char *tail)
{
	for (const char *p = tail; *p;) {
		int size = (int)strcspn(p, "\n");

		if (!is_banner(p))
			fprintf(out, "      | %.*s\n", size, p);
		p += size + (p[size] == '\n');
	}
}

static void print_failure(const struct run_item *item, FILE *out)
{
	unsigned launches = item->failures + item->skips + item->launches;
	AUTO_FREE char *name = memory_format("%s/%s", item->suite, item->name);
	AUTO_FREE char *clean = terminal_clean(name), *detail = terminal_clean(item->detail);

	fprintf(out, "  %s: %s%s%s (%u of %u launch%s)\n", clean,
		outcome_name((enum outcome)item->status), *detail ? ", " : "", detail,
		item->failures + item->skips, launches, PLURAL_ES(launches));
	if (item->tail)
		print_tail(out, item->tail);
}

static void print_failures(const struct run_summary *summary, FILE *out, const char *title,
	bool (*selects)(const struct run_item *item))
{
	size_t count = 0;

	for (size_t i = 0; i < summary->count; i++) {
		if (!selects(&summary->items[i]))
			continue;
		if (!count)
			fprintf(out, "%s\n", title);
		if (++count <= FAILURES_MAX)
			print_failure(&summary->items[i], out);
	}
	if (count > FAILURES_MAX)
		fprintf(out, "  ... and %zu more\n", count - FAILURES_MAX);
}

static bool lacks_file(const struct run_summary *summary)
{
	for (size_t i = 0; i < summary->count; i++)
		if (summary->items[i].tail &&
			strstr(summary->items[i].tail, "No such file or directory"))
			return true;
	return false;
}

static bool was_skipped(const struct run_item *item)
{
	return item->skips && !run_item_failed(item);
}

void run_summary_print_failures(const struct run_summary *summary, FILE *out, bool color)
{
	const char *red = color ? "\033[31mFailed\033[0m" : "Failed";

	print_failures(summary, out, "Skipped", was_skipped);
	print_failures(summary, out, red, run_item_failed);
	if (lacks_file(summary))
		fputs("Launches run in the current folder: start bdriver where the benchmarks "
		      "find their files.\n",
			out);
	if (summary->leftovers)
		fprintf(out,
			"%u process%s left behind by benchmarks %s ended (column "
			"`leftover`).\n",
			summary->leftovers, PLURAL_ES(summary->leftovers),
			summary->leftovers == 1 ? "was" : "were");
}

void run_summary_print_no_work(const struct run_summary *summary, FILE *out)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < summary->count; i++) {
		const struct run_item *item = &summary->items[i];

		if (item->retried_well && item->min_ns < NO_WORK_NS && !count++)
			first = item->name;
	}
	if (count)
		message_line(out, NO_WORK_TEXT, first, NO_WORK_VERB(count));
}
