/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/cli/command.h"
#include "driver/cli/options.h"
#include "driver/run/run.h"
#include "driver/base/units.h"

#define MOST_REPEATS 0.20
#define BIAS_SHARE   0.05

/* The option, else the environment (as tests need the exact plan), else the default. */
static double share_of(double given, const char *variable, double otherwise)
{
	const char *text = getenv(variable);
	double share;
	struct err e;

	if (!isnan(given))
		return given;
	if (!text || !*text)
		return otherwise;
	if (!share_parse(text, &share, &e))
		return share;
	command_warning("%s: %s; %g%% is taken", variable, e.text, 100 * otherwise);
	return otherwise;
}

struct guard *run_guard(struct run *run)
{
	const struct run_options *o = run->options;
	struct guard_options options;

	if (run->guard.options.subject_count)
		return &run->guard;
	options = (struct guard_options){ .subject_count = run->subject_count,
		.build_count = run->build_count ? run->build_count : 1,
		.workers = run->settings.workers,
		.most_repeats =
			share_of(o->repeat_disturbed, "BDRIVER_REPEAT_DISTURBED", MOST_REPEATS),
		.bias_share = share_of(o->repeat_alone, "BDRIVER_REPEAT_ALONE", BIAS_SHARE),
		.cpus = run->cpus };
	guard_init(&run->guard, &options);
	return &run->guard;
}

static int put_share(struct log_writer *writer, const char *key, double share, struct err *e)
{
	char text[32];

	snprintf(text, sizeof(text), "%g%%", 100 * share);
	return log_writer_meta(writer, key, text, e);
}

int run_guard_options(const struct guard *guard, struct log_writer *writer, struct err *e)
{
	if (put_share(writer, "repeat_disturbed", guard->options.most_repeats, e))
		return -1;
	return put_share(writer, "repeat_alone", guard->options.bias_share, e);
}

/* "3 of 40 launches (cpu-share 2, run-delay 1, migration 0, core-shared 0)" */
static char *disturbed_text(const struct guard_counts *c)
{
	struct text_list list = { 0 };
	char *reasons, *text;

	for (unsigned reason = 1; reason < 1 << DISTURBANCE_REASONS; reason <<= 1)
		text_list_add(&list, "%s %zu", disturbance_words(reason),
			guard_counts_of(c, (enum disturbance_reason)reason));
	reasons = text_list_join(&list, ", ");
	text = memory_format("%zu of %zu launches (%s)", c->disturbed, c->launches, reasons);
	free(reasons);
	text_list_release(&list);
	return text;
}

static int put_counts(const struct guard_counts *c, struct log_writer *writer, struct err *e)
{
	char *text = disturbed_text(c);
	char *again = memory_format("%zu slots, clean in the end %zu, refused by the limit %zu",
		c->repeated, c->clean, c->refused);
	char *shared = memory_format("%zu of %zu launches", c->shared, c->launches);
	int rc = log_writer_meta(writer, "disturbed", text, e) ||
				 log_writer_meta(writer, "repeated", again, e) ||
				 log_writer_meta(writer, "core_shared", shared, e)
			 ? -1
			 : 0;

	free(text);
	free(again);
	free(shared);
	return rc;
}

/* Ratios of parallel to serial: of the medians, then of the minima, each with its interval. */
static int put_bias(struct guard *guard, struct log_writer *writer, struct err *e)
{
	struct bias_result r = bias_result(&guard->bias);
	char *text;
	int rc;

	if (!r.launches)
		return 0;
	text = memory_format("median %.4f %.4f %.4f minimum %.4f %.4f %.4f launches %zu",
		r.median, r.range.low, r.range.high, r.minimum, r.min_range.low,
		r.min_range.high, r.launches);
	rc = log_writer_meta(writer, "parallel_bias", text, e);
	free(text);
	return rc;
}

static int put_sentinels(
	const struct sentinels *sentinels, struct log_writer *writer, struct err *e)
{
	int rc = 0;

	for (unsigned i = 0; i < sentinels->count && !rc; i++) {
		const struct sentinel *s = &sentinels->items[i];
		char *key = memory_format("sentinel.worker%u", i);
		char *text = memory_format(
			"cpu %d, best of %llu: core %.0f cache %.0f memory %.0f ns", s->cpu,
			(unsigned long long)s->taken, s->best.ns[SENTINEL_CORE],
			s->best.ns[SENTINEL_CACHE], s->best.ns[SENTINEL_MEMORY]);

		if (s->taken)
			rc = log_writer_meta(writer, key, text, e);
		free(key);
		free(text);
	}
	return rc;
}

int run_guard_findings(struct guard *guard, struct log_writer *writer, struct err *e)
{
	if (put_counts(&guard->counts, writer, e) || put_bias(guard, writer, e))
		return -1;
	return put_sentinels(&guard->sentinels, writer, e);
}

static void print_bias(struct guard *guard, FILE *out)
{
	struct bias_result r = bias_result(&guard->bias);

	if (!r.launches)
		return;
	fprintf(out, "Running in parallel cost %+.1f %%", 100 * (r.median - 1));
	if (isfinite(r.range.low) && isfinite(r.range.high))
		fprintf(out, " (95 %% interval %+.1f to %+.1f %%)", 100 * (r.range.low - 1),
			100 * (r.range.high - 1));
	fprintf(out, ", minima %+.1f %%: %zu launch%s measured again alone%s.\n",
		100 * (r.minimum - 1), r.launches, r.launches == 1 ? "" : "es",
		isfinite(r.range.low) ? "" : ", too few for an interval");
}

void run_guard_print(struct guard *guard, FILE *out)
{
	const struct guard_counts *c = &guard->counts;
	size_t shared = guard_counts_of(c, DISTURBED_CORE_SHARED);
	char *text;

	if (c->disturbed) {
		text = memory_format(
			"%zu of %zu launch%s %s disturbed (column `disturbed`); %zu slot%s "
			"measured again, %zu clean in the end%s.",
			c->disturbed, c->launches, c->launches == 1 ? "" : "es",
			c->disturbed == 1 ? "was" : "were", c->repeated, PLURAL(c->repeated),
			c->clean,
			c->refused ? ", others left as they are (--repeat-disturbed)" : "");
		help_wrapped(text, 0, 0, HELP_WIDTH, out);
		free(text);
	}
	if (shared)
		fprintf(out,
			"%zu of them shared their core with another hyperthread: other guests "
			"of this machine, or other programs.\n",
			shared);
	print_bias(guard, out);
}
