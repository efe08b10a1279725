/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_PENDING_H
#define DRIVER_CMD_HISTORY_PENDING_H

#include "driver/cmd/history_args.h"
#include "driver/screens/pending.h"

/* What the last night of these nights called beside the build of the night before, from the
 * kept logs of its run. A log that cannot be read is a warning. pending_release() frees it. */
struct pending history_pending(const struct history_args *own, const struct tracks *tracks);

#endif
