/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_ENGINE_EXTERNAL_H
#define DRIVER_EXEC_ENGINE_EXTERNAL_H

#include "driver/exec/engine.h"

/* Starts nothing: something else calls `bdriver shard` for each task. */
extern const struct engine engine_external;

#endif
