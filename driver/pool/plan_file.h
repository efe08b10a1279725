/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_PLAN_FILE_H
#define DRIVER_POOL_PLAN_FILE_H

#include "driver/pool/plan.h"

/* Writes FOLDER/plan.json and its hash, FOLDER/plan.hash, each whole or not at all. */
int pool_plan_write(struct pool_plan *plan, const char *folder, struct err *e);
/* Reads and checks it. */
int pool_plan_read(struct pool_plan *plan, const char *folder, struct err *e);

#endif
