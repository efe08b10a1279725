/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_GONE_H
#define DRIVER_CLI_GONE_H

#include <stdbool.h>

#include "harness/base/err.h"

/*
 * Names that bdriver no longer knows: "blind" is a command, "--isolate" an option, "[engine]" a
 * section of bdriver.ini. True with *e set if this is one: one sentence that says what to do
 * instead.
 */
bool gone_name(const char *name, struct err *e);
/* The same of a word of an option or key that is still there: "at-once" of "interleave". */
bool gone_word(const char *option, const char *word, struct err *e);

#endif
