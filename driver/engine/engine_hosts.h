/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_ENGINE_HOSTS_H
#define DRIVER_ENGINE_ENGINE_HOSTS_H

#include "driver/engine/engine.h"

/* One task at a time on each host: through ssh, or as processes of this machine, which then
 * has the nodes local1, local2 ... */
extern const struct engine engine_ssh, engine_local;

#endif
