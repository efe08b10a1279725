/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/formats/foreign.h"
#include "compare/formats/read.h"
#include "compare/log/finish.h"
#include "compare/print/format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * The data.js of github-action-benchmark: window.BENCHMARK_DATA = {"entries": {SUITE:
 * [{"commit", "date", "benches": [{"name", "value", "unit"}]}]}}, all nights in one file; or
 * the same without the assignment. A value is a time or a rate of what was measured, mostly a
 * mean; others are left out. As one log it has the last night of each suite.
 */
#define PREFIX "window.BENCHMARK_DATA"

struct action {
	struct foreign foreign;
	size_t untimed;
	const char *unit; /* of the first of them */
};

/* Some tools write numbers as text. */
static double value_of(const struct node *bench)
{
	const char *text = node_text(bench, "value");
	double value = node_number(bench, "value", NAN);

	return text && !number_parse(text, strlen(text), &value) ? NAN : value;
}

/* A time that cannot be is that of a benchmark that failed. */
static void parse_value(struct action *a, const char *suite, const struct node *bench)
{
	const char *name = node_text(bench, "name"), *unit = node_text(bench, "unit");
	double value = value_of(bench), ns;
	struct log_row row;

	unit = unit && *unit ? unit : a->foreign.log->unit ?: "";
	ns = foreign_ns(value, unit);
	if (name && isnan(foreign_ns(1, unit))) {
		a->unit = a->untimed++ ? a->unit : unit;
		return;
	}
	if (!foreign_row(&a->foreign, &row, suite, name, bench, NULL))
		return;
	if (ns >= 0 && ns <= LOG_NS_MAX) {
		foreign_median(&a->foreign, &row, ns, bench->line);
		return;
	}
	row.launch.status = OUTCOME_VERIFY;
	log_warn(a->foreign.log, "%s:%u: the value %g of '%s' is no time: it counts as failed",
		a->foreign.log->path, bench->line, value, name);
	foreign_launch(&a->foreign, &row, bench->line);
}

static int64_t date_of(const struct node *entry)
{
	double ms = node_number(entry, "date", NAN);

	return ms >= 0 && ms < 1e15 ? (int64_t)(ms / 1000) : -1;
}

static void parse_entry(struct action *a, const char *suite, const struct node *entry)
{
	const struct node *benches = node_list(entry, "benches");
	const struct node *commit = node_get(entry, "commit");
	const char *message = node_text(commit, "message");
	AUTO_FREE char *subject = NULL;
	char text[ISO_TEXT_SIZE];

	a->untimed = 0;
	if (date_of(entry) >= 0) {
		iso_text(text, date_of(entry));
		foreign_meta(&a->foreign, "started", text);
	}
	foreign_meta(&a->foreign, "revision", node_text(commit, "id"));
	subject =
		message ? memory_format("%.*s", (int)strcspn(message, "\r\n"), message) : NULL;
	foreign_meta(&a->foreign, "revision.subject", subject);
	foreign_meta(
		&a->foreign, "revision.author", node_text(node_get(commit, "author"), "name"));
	for (const struct node *b = benches ? benches->as.first : NULL; b; b = b->next)
		parse_value(a, suite, b);
	if (a->untimed)
		log_warn(a->foreign.log,
			"%s:%u: %zu value%s of '%s' left out: the unit '%s' is no time%s",
			a->foreign.log->path, entry->line, a->untimed,
			a->untimed == 1 ? "" : "s", suite, a->unit,
			*a->unit ? "" : "; `bdriver history add --unit` gives one");
}

static void parse_last(void *ctx, const struct node *document)
{
	const struct node *suites = node_of_kind(document, "entries", NODE_OBJECT);

	for (const struct node *s = suites ? suites->as.first : NULL; s; s = s->next) {
		const struct node *last = s->kind == NODE_ARRAY ? s->as.first : NULL;

		while (last && last->next)
			last = last->next;
		if (last)
			parse_entry(ctx, s->key, last);
	}
}

/* The log of one night; its session tells it in the data.js of later nights. */
static void parse_night(struct action *a, const char *suite, const struct node *entry)
{
	AUTO(log_release)
	struct log night = { .path = memory_text(a->foreign.log->path),
		.format = a->foreign.log->format,
		.source = a->foreign.log->source,
		.unit = a->foreign.log->unit };
	struct action own = { 0 };
	AUTO_FREE char *session = NULL;

	foreign_begin(&own.foreign, &night, a->foreign.lines, LOG_KEEP_SAMPLES);
	parse_entry(&own, suite, entry);
	session = memory_format("%s %s %" PRId64, suite,
		node_text(node_get(entry, "commit"), "id") ?: "", date_of(entry));
	foreign_meta(&own.foreign, "session", session);
	foreign_release(&own.foreign);
	log_finish(&night);
	a->foreign.to_rc = a->foreign.to->take(a->foreign.to->ctx, &night);
}

static void parse_nights(void *ctx, const struct node *document)
{
	const struct node *suites = node_of_kind(document, "entries", NODE_OBJECT);
	struct action *a = ctx;

	for (const struct node *s = suites ? suites->as.first : NULL; s; s = s->next)
		for (const struct node *entry = s->kind == NODE_ARRAY ? s->as.first : NULL;
			entry && !a->foreign.to_rc; entry = entry->next)
			parse_night(a, s->key, entry);
}

const struct reader reader_action_benchmark = {
	.name = "github-action-benchmark",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { 'w', { PREFIX } }, { '{', { "\"entries\"", "\"benches\"" } } },
	.size = sizeof(struct action),
	.document = parse_last,
	.opens = '{',
	.nights = parse_nights,
};
