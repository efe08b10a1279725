/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_VERBOSE_H
#define COMPARE_FORMATS_SWIFT_VERBOSE_H

#include "compare/formats/swift/reading.h"

/* Adds the samples and counters of the lines above to the row that closes its benchmark. */
void swift_verbose_close(struct swift_reading *r, struct log_row *row, double min_us);
void swift_verbose_reset(struct swift_verbose *verbose);

#endif
