/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_WAIVERS_H
#define DRIVER_CHECKUP_WAIVERS_H

#include <stdbool.h>

struct build;
struct log;
struct settings;

/*
 * Waivers that tags on benchmarks give: doctor-ignore-CHECK. The doctor's log has them as
 * metadata.
 */

/* Writes those of the selected benchmarks into the log of the build. */
void waivers_put(struct build *build);
/* Takes those of the log into the settings; warns of unusable ones where `warns` is set. */
void waivers_take(struct settings *settings, const struct log *log, bool warns);

#endif
