/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/engine.h"

#include <string.h>

#include "compare/base/memory.h"

static const struct engine *const engines[] = {
	&engine_slurm,
	&engine_ssh,
	&engine_local,
	&engine_external,
};

const struct engine *engine_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(engines); i++)
		if (strcmp(engines[i]->name, name) == 0)
			return engines[i];
	return NULL;
}
