/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>

#include "compare/base/memory.h"
#include "driver/base/where.h"
#include "driver/code/elf_image.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of `cargo bench --no-run` with Criterion.rs. One launch is one process of one
 * benchmark, and its samples are those of the file sample.json. Criterion.rs, "Command-Line
 * Options" and src/analysis/mod.rs.
 */

/* Criterion.rs refuses fewer. */
#define SAMPLES_LEAST 10

/* Gives each launch a folder of its own, and leaves none behind. */
static const char script[] =
	"d=$(mktemp -d) || exit\n"
	"trap 'rm -rf \"$d\"' EXIT\n"
	"trap 'exit 143' TERM\n"
	"CRITERION_HOME=$d \"$0\" \"$@\"\n"
	"s=$?\n"
	"find \"$d\" -path '*/new/sample.json' -type f -exec cat {} + >" JOB_OUTPUT_FILE "\n"
	"[ $s -le 128 ] || { rm -rf \"$d\"; kill -$((s - 128)) $$; }\n"
	"exit $s\n";

/* As rustc names it by default; where it does not, the user names the adapter. */
static bool recognises(const char *path)
{
	return image_is_program_with(path, "_ZN9criterion7bencher");
}

static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	string_list_split(args, "--bench --list", " ");
	return dialect == 0;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	return suite_add_found(suite, answer, "^(.+): bench(?:mark)?$", e);
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	AUTO_FREE char *pattern = where_exact(&r->benchmark, 1);
	double seconds = fmax(1, ceil((double)r->launch_time_ns / 1e9));

	string_list_add(args, "--bench");
	string_list_add(args, pattern);
	/* Older versions take whole seconds, and the analysis is not used. */
	string_list_split(args, "--noplot --warm-up-time=1", " ");
	string_list_addf(args, "--measurement-time=%.0f", seconds);
	string_list_add(args, "--nresamples=1000");
	if (r->samples > 0)
		string_list_addf(args, "--sample-size=%lld",
			(long long)(r->samples < SAMPLES_LEAST ? SAMPLES_LEAST : r->samples));
}

static int take_samples(
	struct launch_reading *reading, const json_t *root, struct log_row *row, struct err *e)
{
	const json_t *times = json_object_get(root, "times"), *time;
	const json_t *counts = json_object_get(root, "iters");
	double all = 0;
	size_t i;

	json_array_foreach(times, i, time) {
		double n = json_number_value(json_array_get(counts, i));
		double ns = json_is_number(time) ? json_number_value(time) / n : NAN;

		if (!(n >= 1 && n < 1e15 && ns >= 0 && ns <= LOG_NS_MAX))
			return bd_err(e, "a sample has no time or no iterations");
		launch_reading_add(reading, ns);
		all += n;
	}
	if (!reading->sample_count)
		return bd_err(e, "the result has no samples");
	row->launch.iterations = (int64_t)(all / (double)reading->sample_count);
	launch_reading_take(reading, row);
	return 0;
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	json_error_t where;
	json_auto_t *root = json_loadb(result->row, result->row_size, 0, &where);
	int rc;

	(void)benchmark;
	launch_reading_begin(reading, row);
	if (!result->row_size)
		rc = bd_err(e, "no benchmark of this name ran");
	else if (!root)
		rc = bd_err(e, "sample.json: line %d: %s", where.line, where.text);
	else
		rc = take_samples(reading, root, row, e);
	return rc;
}

const struct adapter adapter_criterion = {
	.name = "criterion",
	.recognises = recognises,
	.listing_runs = true, /* what stands around the closures */
	.extra_ns = 2e9,      /* it warms up, and measures for a second at least */
	.script = script,
	.ask = ask_for_list,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_BY_PATH,
	.read = read_output,
};
