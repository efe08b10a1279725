/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_H
#define DOCTOR_CHECKS_H

#include "doctor/base/check.h"
#include "harness/base/err.h"

/* All checks, in the order of the reports; ends with NULL. */
extern const struct check *const all_checks[];
enum { CHECKS_MAX = 64 }; /* with that */

const struct check *check_find(const char *name); /* NULL: no check has this name */
/* doctor/checks/NAME.txt, wrapped for a terminal: meaning, why it matters, how to fix it, an
 * example. The check is one of all_checks. */
const char *check_text(const struct check *check);
/* A message for an unknown name, with the nearest one. The caller frees it. */
char *check_unknown(const char *name);

/* The limit of a key, CHECK or CHECK.NAME. NULL with *e set: no such check or limit. */
const struct limit *settings_find_limit(const char *key, struct err *e);
/* `value` as struct limit keeps it. -1 with *e set: no such limit, or the value is not finite.
 */
int settings_set(struct settings *settings, const char *key, double value, struct err *e);
/* `text` is CHECK:BENCH (a glob). -1 with *e set: no such check, no colon. */
int settings_waive(
	struct settings *settings, const char *text, const char *origin, struct err *e);

#endif
