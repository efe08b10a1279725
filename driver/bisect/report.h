/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_REPORT_H
#define DRIVER_BISECT_REPORT_H

#include <stdio.h>

#include "compare/print/layout.h"
#include "driver/bisect/bisect.h"

/* What was found, then a row for each commit that was built. */
void bisect_print(const struct bisect *bisect, enum bisect_result result,
	const struct layout_size *size, FILE *out);

#endif
