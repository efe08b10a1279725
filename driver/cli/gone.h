/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_GONE_H
#define DRIVER_CLI_GONE_H

/*
 * Names that bdriver no longer knows: "blind" is a command, "--isolate" an option,
 * "--interleave=at-once" a word of an option, "[engine]" a section of bdriver.ini. Returns the
 * one sentence that says what to do instead, static, or NULL for any other name.
 */
const char *gone_instead(const char *name);

#endif
