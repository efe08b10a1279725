/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/gone.h"

#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"

#define PACK                                                                        \
	"pack the folder of the run, tar c FOLDER | zstd; bdriver compare derives " \
	"every table again"
#define PARTS "start bdriver run --shard K/N on each machine, and join the parts: bdriver merge"

/* tests/cli/cmd/gone.sh reads this table: a name and its sentence, in this form. */
static const struct {
	const char *name, *instead;
} gone[] = {
	{ "blind", "bdriver compare -v shows the smallest change that each benchmark detects" },
	{ "bundle", PACK },
	{ "regress", "it is called bdriver fit now" },
	{ "replicate", "repeat the command line that the head of the log holds" },
	{ "shard", PARTS },
	{ "verify", PACK },
	{ "--changes-only", "-q leaves out the same rows" },
	{ "--engine", PARTS },
	{ "--hosts", PARTS },
	{ "--interleave=at-once", "leave it out: launches that cannot take turns alternate" },
	{ "--isolate",
		"start bdriver with taskset -c LIST, and keep other programs off these CPUs" },
	{ "--last", PARTS },
	{ "--nodes", PARTS },
	{ "--partition", PARTS },
	{ "--quantiles", "bdriver show LOG --format json has them" },
	{ "--regress", "it is called --fit now" },
	{ "--replicas", PARTS },
	{ "--require-quiet",
		"ask bdriver env --watch 10s first: exit code 1 if something disturbs" },
	{ "--shard-time", PARTS },
	{ "--sort", "sort the rows of --format csv or json, as jq does" },
	{ "--ssh-config", PARTS },
	{ "[engine]", PARTS },
};

bool gone_name(const char *name, struct err *e)
{
	const char *equals = strchr(name, '=');

	for (size_t i = 0; i < ARRAY_SIZE(gone); i++)
		if (strcmp(gone[i].name, name) == 0) {
			bd_err(e, "'%s' is gone: %s", equals ? equals + 1 : name,
				gone[i].instead);
			return true;
		}
	return false;
}
