/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"
#include "driver/base/output_file.h"
#include "driver/config/read.h"

static const char *const formats[TABLE_COUNT] = { "text", "json", "csv" };
const char *const table_names[TABLE_COUNT] = { "report.txt", "report.json", "report.csv" };

/* In the folder, so that the tables name the logs as everybody has them. */
static int compare_here(const struct config *config, tables_use use, void *ctx)
{
	char *paths[2] = { NULL, NULL }, *here[] = { (char *)"." };
	struct compare_job job;
	int code = compare_paths(here, 1, paths);

	if (!code) {
		job = compare_job_default(paths[0] + strlen("./"), paths[1] + strlen("./"));
		compare_configure(&job.options, config);
		job.report.fail_on = FAIL_ON_NEVER;
		job.report.verbose = true;
		job.write = use;
		job.ctx = ctx;
		code = compare_logs(&job);
	}
	free(paths[0]);
	free(paths[1]);
	return code;
}

static int compare_in(
	const char *folder, const struct config *config, tables_use use, void *ctx)
{
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), code;

	if (here < 0 || chdir(folder))
		code = message_error(EXIT_USAGE, "%s: %s", folder, strerror(errno));
	else
		code = compare_here(config, use, ctx);
	if (here >= 0 && fchdir(here))
		code = message_error(
			EXIT_WRITE, "cannot return to this folder: %s", strerror(errno));
	if (here >= 0)
		close(here);
	return code;
}

int tables_compare(const char *folder, const char *config_path, tables_use use, void *ctx)
{
	AUTO(config_release) struct config config = { 0 };
	size_t size = 0;
	AUTO_FREE char *text = file_text(config_path, &size);
	struct err e;

	return config_read_buffer(&config, config_path, text ? text : "", size, &e)
		       ? message_error(EXIT_USAGE, "%s", e.text)
		       : compare_in(folder, &config, use, ctx);
}

static int write_tables(const struct comparison *comparison, const struct compare_job *job)
{
	const char *const inputs[] = { NULL };
	int code = EXIT_FINE;

	for (size_t i = 0; !code && i < TABLE_COUNT; i++) {
		AUTO_FREE char *path =
			memory_format("%s/%s", (const char *)job->ctx, table_names[i]);
		struct output_file file;

		code = output_file_begin(&file, path, inputs, false);
		if (!code) {
			report_find(formats[i])->write(comparison, &job->report, file.out);
			code = output_file_end(&file);
		}
	}
	return code;
}

int tables_write(const char *folder, const char *to)
{
	AUTO_FREE char *config = memory_format("%s/bdriver.ini", folder);

	return tables_compare(folder, config, write_tables, (void *)to);
}
