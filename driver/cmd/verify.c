/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/bundle/bundle.h"
#include "driver/bundle/pooled.h"
#include "driver/bundle/verification.h"
#include "driver/cli/command.h"

static int verify_one(const char *path, struct effects *effects)
{
	AUTO(bundle_close) struct bundle bundle = { 0 };
	int code = bundle_open(&bundle, path);

	code = code ? code : verification_print(&bundle, path);
	if (!code) {
		AUTO_FREE char *config = memory_format("%s/bdriver.ini", bundle.folder);

		code = effects_read(effects, bundle.folder, config);
	}
	return code;
}

static int verify_run(void *options, char **words, int count)
{
	AUTO_FREE struct effects *effects = memory_zeroed((size_t)count, sizeof(*effects));
	int worst = EXIT_FINE;

	(void)options;
	for (int i = 0; i < count; i++) {
		int code = verify_one(words[i], &effects[i]);

		worst = code > worst ? code : worst;
	}
	if (!worst && count > 1)
		pooled_print(effects, (size_t)count);
	for (int i = 0; i < count; i++)
		effects_release(&effects[i]);
	return worst;
}

const struct command command_verify = {
	.summary = "check bundles: do their tables follow from their logs?",
	.arguments = "FILE...",
	.details =
		"Checks every byte of a bundle, then derives its tables from its logs again. "
		"They are the same byte by byte, or it shows the first line that differs: then "
		"the exit code is 1. Nothing in a bundle is executed. Several bundles of the "
		"same comparison on other machines are pooled: how large each change is over "
		"all machines, and on how many it was called.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "verify",
			.size = sizeof(struct shared_options),
		},
	.run = verify_run,
};
