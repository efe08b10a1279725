/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_EXPLAIN_H
#define DRIVER_CHECKUP_EXPLAIN_H

#include <stdio.h>

/* `doctor --list-checks` and `doctor --explain CHECK`. Return an exit code. */
int explain_list(FILE *out);
int explain_check(const char *name, FILE *out);
/* Says that there is no such check, and which one is near. */
int explain_unknown(const char *name);

#endif
