/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_ENGINE_EXTERNAL_H
#define DRIVER_ENGINE_ENGINE_EXTERNAL_H

#include "driver/engine/engine.h"

/* Starts nothing: something else calls `bdriver shard` for each task. */
extern const struct engine engine_external;

#endif
