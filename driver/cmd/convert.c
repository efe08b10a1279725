/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/formats/convert.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"

struct convert_args {
	struct shared_options shared;
	bool force;
};

static const struct option_def options[] = {
	{ "force", 0, OPTION_FLAG, NULL, "replace OUT if it exists",
		offsetof(struct convert_args, force), 0 },
	{ 0 },
};

/* IN may be OUT: it has been read by now. Only a regular file is ever replaced. */
static int make_room(const char *path, bool force)
{
	struct stat st;

	if (strcmp(path, "-") == 0)
		return message_error(EXIT_USAGE, "-: OUT must be the name of a file");
	if (lstat(path, &st) < 0)
		return EXIT_FINE;
	if (!force)
		return message_error(
			EXIT_USAGE, "%s: exists; choose another name or give --force", path);
	if (!S_ISREG(st.st_mode))
		return message_error(EXIT_USAGE, "%s: is not a regular file", path);
	if (unlink(path) < 0)
		return message_error(
			EXIT_WRITE, "%s: cannot be replaced: %s", path, strerror(errno));
	return EXIT_FINE;
}

static int convert_run(void *given, char **args, int count)
{
	const struct convert_args *own = given;
	struct log log = { 0 };
	struct err e;
	int code;

	(void)count;
	if (log_read(&log, args[0], LOG_KEEP_SAMPLES, &e) < 0) {
		code = message_error(EXIT_USAGE, "%s", e.text);
		goto out;
	}
	if (!own->shared.quiet)
		message_log_warnings(&log);
	code = make_room(args[1], own->force);
	if (code == EXIT_FINE && convert_log(&log, args[1], &e) < 0)
		code = message_error(EXIT_WRITE, "%s", e.text);
out:
	log_release(&log);
	return code;
}

const struct command command_convert = {
	.summary = "convert any readable log into a bdriver log",
	.arguments = "IN OUT",
	.details = "Reads logs of bdriver and of Swift's benchmark driver (summary, quantiles, "
		   "verbose, console and JSON lines). Values that the source lacks stay empty. "
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
