/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/message.h"
#include "driver/base/output_file.h"
#include "driver/bundle/bundle.h"
#include "driver/bundle/pack.h"
#include "driver/cli/command.h"
#include "driver/logs/compare.h"

struct bundle_args {
	struct shared_options shared;
	const char *output;
	bool builds, force;
};

#define MEMBER(name) offsetof(struct bundle_args, name)

static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "FILE",
		"bundle to write, a .tar.zst" },
	{ "builds", 0, OPTION_FLAG, MEMBER(builds), 0, NULL,
		"with the executables, so that others can run them" },
	{ "force", 0, OPTION_FLAG, MEMBER(force), 0, NULL, "replace an existing bundle" },
	{ 0 },
};

static int write_bundle(
	const struct bundle *bundle, const struct bundle_args *args, const char *const *inputs)
{
	struct output_file file;
	struct err e;
	int code = output_file_begin(&file, args->output, inputs, args->force), ended;

	if (code)
		return code;
	if (pack_write(bundle->folder, file.out, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	ended = output_file_end(&file);
	return code ? code : ended;
}

static int bundle_run(void *given, char **words, int count)
{
	const struct bundle_args *args = given;
	char *paths[2] = { NULL, NULL };
	struct bundle bundle = { 0 };
	struct bundle_job job = { .builds = args->builds, .config = args->shared.config };
	int code = args->output ? EXIT_FINE
				: message_error(EXIT_USAGE,
					  "name the file to write: -o FILE.tar.zst");

	if (!job.config && access("bdriver.ini", F_OK) == 0)
		job.config = "bdriver.ini";
	code = code ? code : compare_paths(words, count, paths);
	if (!code) {
		const char *const inputs[] = { paths[0], paths[1], NULL };

		memcpy(job.logs, paths, sizeof(job.logs));
		code = bundle_make(&bundle, &job);
		code = code ? code : write_bundle(&bundle, args, inputs);
		bundle_close(&bundle);
	}
	if (!code && !args->shared.quiet)
		printf("%s: check it with bdriver verify; the logs in it name this host and "
		       "its folders\n",
			args->output);
	free(paths[0]);
	free(paths[1]);
	return code;
}

const struct command command_bundle = {
	.summary = "put a comparison into one file that others can check",
	.arguments = "OLD NEW | FOLDER",
	.details =
		"FOLDER is that of a paired run. The file holds both logs, with all that they "
		"say about machine, builds and seed, the configuration, the tables as text, "
		"JSON and CSV, and SHA256SUMS. tar and zstd can unpack it.",
	.min_arguments = 1,
	.max_arguments = 2,
	.options =
		&(const struct option_set){
			.name = "bundle",
			.shared = SHARED_CONFIG,
			.own = options,
			.size = sizeof(struct bundle_args),
		},
	.run = bundle_run,
};
