/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_SETTINGS_READ_H
#define DOCTOR_SETTINGS_READ_H

#include "doctor/base/settings.h"
#include "harness/base/err.h"

/* The limit of a key, CHECK or CHECK.NAME. NULL with *e set: no such check or limit. */
const struct limit *settings_find_limit(const char *key, struct err *e);
/* `value` as struct limit keeps it. -1 with *e set: no such limit, or the value is not finite.
 */
int settings_set(struct settings *settings, const char *key, double value, struct err *e);
/* `text` is CHECK:BENCH (a glob). -1 with *e set: no such check, no colon. */
int settings_waive(
	struct settings *settings, const char *text, const char *origin, struct err *e);

#endif
