/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/subjects.h"

#include <string.h>
#include <unistd.h>

#include "driver/base/message.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/run/log.h"
#include "driver/suite/find.h"

int subjects_check_owners(const struct comparison *comparison)
{
	static const char advice[] = "a copy of your own can be explained";
	struct err e;

	return run_log_check_owner(comparison->old->path, advice, &e) ||
			       run_log_check_owner(comparison->new->path, advice, &e)
		       ? message_error(EXIT_USAGE, "%s", e.text)
		       : 0;
}

const char *subjects_refuse(const struct comparison *comparison, const struct row *row)
{
	const char *adapter = log_suite_meta(comparison->old, row->suite, "adapter");

	if (adapter && strcmp(adapter, adapter_command.name) == 0)
		return "is a command line, which cannot be explained";
	return row->old.launches && row->new.launches ? NULL
						      : "was not measured in both builds";
}

/* As far as the file tells: another program is not even asked for its benchmarks. */
static bool is_rebuilt(const struct log *log, const struct suite_known *known)
{
	char build_id[IMAGE_BUILD_ID_TEXT];

	if (access(known->path, F_OK))
		return false;
	image_read_build_id(known->path, build_id);
	return run_log_was_rebuilt(log, &(struct suite){ .name = (char *)known->name,
						.path = (char *)known->path,
						.build_id = build_id });
}

const struct suite *subjects_suite(
	struct suites *suites, struct config *config, const struct log *log, const char *name)
{
	const char *adapter = log_suite_meta(log, name, "adapter");
	struct suite_known known = { .name = name,
		.path = log_suite_meta(log, name, "path"),
		.adapter = adapter ? adapter : adapter_bdriver.name,
		.section = "" };
	struct err e = { "" };
	int rc;

	for (size_t i = 0; i < suites->count; i++)
		if (strcmp(suites->items[i].name, name) == 0)
			return &suites->items[i];
	for (size_t i = 0; i < config->suite_count; i++)
		if (strcmp(config->suites[i]->name, name) == 0)
			known.section = name;
	if (!known.path)
		rc = bd_err(&e, "the log does not say where suite %s is", name);
	else if (is_rebuilt(log, &known))
		rc = bd_err(&e, "%s was rebuilt after it was measured; measure again first",
			known.path);
	else
		rc = suites_add_known(suites, config, &known, &e);
	if (rc) {
		message_error(EXIT_USAGE, "%s", e.text);
		return NULL;
	}
	return &suites->items[suites->count - 1];
}
