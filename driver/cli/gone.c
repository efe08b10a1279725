/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/gone.h"

#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"

#define PACK                                                                              \
	"pack the folder of the run itself, tar c FOLDER | zstd; bdriver compare FOLDER " \
	"derives every table again"

/* tests/cli/cmd/gone.sh reads this table: a name and its sentence, in this form. */
static const struct {
	const char *name, *instead;
} gone[] = {
	{ "blind", "nothing replaces it, and bdriver compare -v shows the smallest change that "
		   "each "
		   "benchmark detects" },
	{ "bundle", PACK },
	{ "verify", PACK },
	{ "--interleave=at-once", "leave it out: launches that cannot take turns alternate, "
				  "and CPU time is compared" },
	{ "--isolate",
		"start bdriver with taskset -c LIST, and keep other programs off these CPUs" },
	{ "--require-quiet",
		"ask bdriver env --watch 10s first, whose exit code 1 says that something "
		"disturbs the machine" },
	{ "replicate", "repeat the command line that the head of the log holds" },
};

static const char *instead_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(gone); i++)
		if (strcmp(gone[i].name, name) == 0)
			return gone[i].instead;
	return NULL;
}

static bool refuse(const char *shown, const char *instead, struct err *e)
{
	if (instead)
		bd_err(e, "'%s' is gone: %s", shown, instead);
	return instead;
}

bool gone_name(const char *name, struct err *e)
{
	return refuse(name, instead_of(name), e);
}

bool gone_word(const char *option, const char *word, struct err *e)
{
	AUTO_FREE char *name = memory_format("--%s=%s", option, word);

	return refuse(word, instead_of(name), e);
}
