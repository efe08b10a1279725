/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_ISO_TIME_H
#define COMPARE_BASE_ISO_TIME_H

#include <stdint.h>

/*
 * A date of ISO 8601 as seconds since 1970, -1 for anything else: "2026-11-22", behind it "T"
 * or a blank and "04:08" or "04:08:48", a fraction, which is dropped, and "Z", "+02:00",
 * "+0200" or "+02". Without an offset it is UTC.
 */
int64_t iso_time(const char *text);

#define ISO_TEXT_SIZE 32

/* Writes "2026-11-22T04:08:48Z". */
void iso_text(char text[ISO_TEXT_SIZE], int64_t seconds);

#endif
