/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_ENGINE_HOSTS_H
#define DRIVER_EXEC_ENGINE_HOSTS_H

#include "driver/exec/engine.h"

/* One task at a time on each host: through ssh, or as processes of this machine, which then
 * has the nodes local1, local2 ... */
extern const struct engine engine_ssh, engine_local;

#endif
