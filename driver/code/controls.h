/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CONTROLS_H
#define DRIVER_CODE_CONTROLS_H

#include <stdbool.h>

#include "compare/log/log.h"
#include "compare/verdict/join.h"

/*
 * The negative controls of a comparison: benchmarks whose machine code is the same in both
 * builds. The logs say where the suites are. A file that is gone, or has another build id than
 * its log, gives no controls and is no error.
 */
struct controls;

struct controls *controls_find(
	const struct log *old, const struct log *new, const struct join_options *join);
void controls_free(struct controls *controls);

/* For struct compare_options; ctx is the controls. */
bool controls_has(const char *suite, const char *name, void *ctx);

#endif
