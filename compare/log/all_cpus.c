/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/all_cpus.h"

#include <stddef.h>
#include <string.h>

#include "compare/log/log.h"

bool log_on_all_cpus(const struct log *log, const struct log_benchmark *benchmark)
{
	const char *adapter = log_suite_meta(log, benchmark->suite, "adapter");
	bool pinned = false, any = false;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		any |= launch->all_cpus;
		pinned |= launch->status == OUTCOME_OK && !launch->all_cpus;
	}
	return any && !pinned && !(adapter && !strcmp(adapter, "command"));
}
