/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_logs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/logs/compare.h"
#include "driver/store/find_log.h"
#include "driver/store/verify.h"

static int compare_extracted(
	const struct history_args *own, const char *old_path, const char *new_path)
{
	struct compare_job job = compare_job_default(old_path, new_path);

	job.report.width = (size_t)terminal_width(stdout, 100);
	job.report.color = terminal_color(own->shared.color, stdout);
	job.report.quiet = own->shared.quiet;
	return compare_logs(&job);
}

int history_compare(const struct history_args *own, char **args, int count)
{
	const char *base = getenv("TMPDIR");
	char *folder =
		memory_format("%s/bdriver-history.XXXXXX", base && *base ? base : "/tmp");
	char *paths[2] = { NULL, NULL };
	struct store store = { 0 };
	struct err e;
	int code = EXIT_FINE;

	(void)count;
	if (!mkdtemp(folder)) {
		code = message_error(
			EXIT_WRITE, "%s: cannot be made: %s", folder, strerror(errno));
		free(folder);
		return code;
	}
	if (store_open(&store, history_folder(own), DATABASE_READ, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (int i = 0; !code && i < 2; i++) {
		paths[i] = store_extract(&store, args[i], own->machine, folder, &e);
		if (!paths[i])
			code = message_error(EXIT_USAGE, "%s", e.text);
	}
	if (!code && paths[0] && paths[1] && !strcmp(paths[0], paths[1]))
		code = message_error(
			EXIT_USAGE, "'%s' and '%s' are the same night", args[0], args[1]);
	store_close(&store);
	if (!code)
		code = compare_extracted(own, paths[0], paths[1]);
	for (int i = 0; i < 2; i++) {
		if (paths[i])
			unlink(paths[i]);
		free(paths[i]);
	}
	rmdir(folder);
	free(folder);
	return code;
}

int history_verify(const struct history_args *own, char **args, int count)
{
	struct string_list faults = { 0 };
	struct store store = { 0 };
	struct err e;
	int64_t logs = 0;
	int code = EXIT_FINE;

	(void)args;
	(void)count;
	if (store_open(&store, history_folder(own), DATABASE_READ, &e) ||
		(logs = store_verify(&store, &faults, &e)) < 0)
		code = message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; i < faults.count; i++)
		code = message_error(EXIT_FOUND, "%s", faults.items[i]);
	if (!code && !own->shared.quiet)
		printf("%s: sound, with %" PRId64 " kept log%s\n", history_folder(own), logs,
			PLURAL(logs));
	store_close(&store);
	string_list_release(&faults);
	return code;
}
