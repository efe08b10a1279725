/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/engine.h"

#include <string.h>

#include "driver/engine/engine_external.h"
#include "driver/engine/engine_hosts.h"
#include "driver/engine/engine_slurm.h"

static const struct engine *const engines[] = {
	&engine_slurm,
	&engine_ssh,
	&engine_local,
	&engine_external,
};

const struct engine *engine_find(const char *name)
{
	for (size_t i = 0; i < sizeof(engines) / sizeof(*engines); i++)
		if (strcmp(engines[i]->name, name) == 0)
			return engines[i];
	return NULL;
}
