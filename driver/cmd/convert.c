/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/format.h"
#include "driver/base/atomic_file.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"

struct convert_args {
	struct shared_options shared;
	bool force;
	const char *to;
};

static const struct option_def options[] = {
	{ "to", 0, OPTION_CHOICE, offsetof(struct convert_args, to), 0, WRITER_NAMES,
		"format of OUT (default: bdriver); gbench: JSON of Google Benchmark, go: text "
		"for benchstat, lnt: report of LLVM's LNT, bencher: Bencher Metric Format" },
	{ "force", 0, OPTION_FLAG, offsetof(struct convert_args, force), 0, NULL,
		"replace OUT if it exists; never IN" },
	{ 0 },
};

static void tell_missing(const struct writer *writer, const struct log *log)
{
	size_t missing = writer->failures ? 0 : results_missing(log);

	if (missing)
		message_warning(
			"%zu benchmark%s without a result %s left out: the format %s has no "
			"place for failures",
			missing, PLURAL(missing), missing == 1 ? "is" : "are", writer->name);
}

static int convert_run(void *given, char **args, int count)
{
	const struct convert_args *own = given;
	const struct writer *writer = writer_find(own->to ? own->to : "bdriver");
	const char *const inputs[] = { args[0], NULL };
	struct output_file output;
	AUTO(log_release) struct log log = { 0 };
	struct err e;
	int code;

	(void)count;
	if (strcmp(args[1], "-") == 0)
		return message_error(EXIT_USAGE, "-: OUT must be the name of a file");
	if (log_read(&log, args[0], LOG_KEEP_SAMPLES, &e) < 0)
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!own->shared.quiet)
		message_log_warnings(&log);
	code = output_file_begin(&output, args[1], inputs, own->force);
	if (code)
		return code;
	tell_missing(writer, &log);
	writer->write(&log, output.out);
	return output_file_end(&output);
}

const struct command command_convert = {
	.summary = "convert a log, also of another tool, into another format",
	.arguments = "IN OUT",
	.details =
		"Reads logs of bdriver, of Swift's benchmark driver (summary, quantiles, "
		"verbose, console, JSON lines), Google Benchmark (JSON), hyperfine (JSON), "
		"nanobench (JSON), pyperf, pytest-benchmark, asv, JMH (JSON), BenchmarkTools "
		"(Julia), Criterion.rs (raw.csv, sample.json), go test -bench and "
		"github-action-benchmark (data.js). Values that the source lacks stay empty. "
		"Damaged rows are reported and left out.",
	.min_arguments = 2,
	.max_arguments = 2,
	.options =
		&(const struct option_set){
			.name = "convert",
			.own = options,
			.size = sizeof(struct convert_args),
		},
	.run = convert_run,
};
