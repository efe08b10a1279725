/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/format.h"
#include "driver/run/repeats.h"
#include "driver/run/run.h"

void run_repeats_init(struct run *run)
{
	struct repeat_options options = { .subject_count = run->subjects.count,
		.build_count = (unsigned)run->builds.count,
		.workers = run->cpus.workers,
		.max_repeats = run->settings.repeat.disturbed,
		.bias_share = run->settings.repeat.alone };

	run->policy = memory_zeroed(1, sizeof(*run->policy));
	repeat_policy_init(run->policy, &options);
}

void run_repeats_free(struct repeat_policy *policy)
{
	if (policy)
		repeat_policy_release(policy);
	free(policy);
}

void run_repeats_options(const struct repeat_policy *policy, struct log_writer *writer)
{
	log_writer_put(writer, "repeat_disturbed", "%g%%", 100 * policy->options.max_repeats);
	log_writer_put(writer, "repeat_alone", "%g%%", 100 * policy->options.bias_share);
}

/* "3 of 40 launches (cpu-share 2, run-delay 1, migration 0, core-shared 0)" */
static char *disturbed_text(const struct repeat_counts *c)
{
	AUTO(string_list_release) struct string_list list = { 0 };
	AUTO_FREE char *reasons = NULL;

	for (unsigned reason = 1; reason < 1 << DISTURBANCE_REASONS; reason <<= 1)
		string_list_addf(&list, "%s %zu", disturbance_words(reason),
			repeat_policy_counts_of(c, (enum disturbance_reason)reason));
	reasons = string_list_join(&list, ", ");
	return memory_format("%zu of %zu launches (%s)", c->disturbed, c->launches, reasons);
}

void run_repeats_findings(struct repeat_policy *policy, struct log_writer *writer)
{
	const struct repeat_counts *c = &policy->counts;
	struct bias_result r = bias_result(&policy->bias);
	AUTO_FREE char *text = disturbed_text(c);

	log_writer_put(writer, "disturbed", "%s", text);
	log_writer_put(writer, "repeated", "%zu slots, clean in the end %zu, not repeated %zu",
		c->repeated, c->clean, c->refused);
	log_writer_put(writer, "core_shared", "%zu of %zu launches", c->shared, c->launches);
	/* Ratios of parallel to serial: of the medians, then of the minima, each with its
	 * interval. */
	if (r.launches)
		log_writer_put(writer, "parallel_bias",
			"median %.4f %.4f %.4f minimum %.4f %.4f %.4f launches %zu", r.median,
			r.range.low, r.range.high, r.minimum, r.min_range.low, r.min_range.high,
			r.launches);
}

static void print_bias(struct repeat_policy *policy, FILE *out)
{
	struct bias_result r = bias_result(&policy->bias);

	if (!r.launches)
		return;
	fprintf(out, "Running in parallel cost %+.1f %%", 100 * (r.median - 1));
	if (isfinite(r.range.low) && isfinite(r.range.high))
		fprintf(out, " (95 %% interval %+.1f to %+.1f %%)", 100 * (r.range.low - 1),
			100 * (r.range.high - 1));
	fprintf(out, ", minima %+.1f %%: %zu launch%s measured again alone%s.\n",
		100 * (r.minimum - 1), r.launches, PLURAL_ES(r.launches),
		isfinite(r.range.low) ? "" : ", too few for an interval");
}

void run_repeats_print(struct repeat_policy *policy, FILE *out)
{
	const struct repeat_counts *c = &policy->counts;
	size_t slowed = repeat_policy_counts_of(c, DISTURBED_CORE_SHARED);

	if (c->disturbed)
		fprintf(out, "Disturbed: %zu of %zu launch%s", c->disturbed, c->launches,
			PLURAL_ES(c->launches));
	if (c->disturbed && c->repeated)
		fprintf(out, "; %zu repeated, %zu repetition%s undisturbed", c->repeated,
			c->clean, c->clean == 1 ? " was" : "s were");
	if (c->disturbed)
		fputs(".\n", out);
	if (slowed)
		fprintf(out,
			"Another program or guest used the same core during %zu launch%s; "
			"%zu %s slower.\n",
			c->shared, PLURAL_ES(c->shared), slowed, slowed == 1 ? "was" : "were");
	print_bias(policy, out);
}
