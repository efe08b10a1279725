/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "driver/config.h"

int config_read(struct config *config, const char *path, struct err *e)
{
	config_init(config);
	if (!path && access("bdriver.ini", F_OK))
		return 0;
	return bd_err(e, "%s: this build cannot read configurations yet",
		path ? path : "bdriver.ini");
}
