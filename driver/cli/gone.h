/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_GONE_H
#define DRIVER_CLI_GONE_H

#include <stdbool.h>

#include "harness/base/err.h"

/*
 * Names that bdriver no longer knows: "blind" is a command, "--isolate" an option, "[engine]" a
 * section of bdriver.ini, "--interleave=at-once" a word of an option that is still there. True
 * with *e set if this is one: one sentence that says what to do instead.
 */
bool gone_name(const char *name, struct err *e);

#endif
