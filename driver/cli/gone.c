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
	{ "replicate", "repeat the command line that the head of the log holds" },
};

const char *gone_instead(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(gone); i++)
		if (strcmp(gone[i].name, name) == 0)
			return gone[i].instead;
	return NULL;
}
