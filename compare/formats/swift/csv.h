/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_CSV_H
#define COMPARE_FORMATS_SWIFT_CSV_H

#include "compare/formats/swift/reading.h"

/* Headers and rows in text, separated by commas or by blanks. */
bool swift_is_header(const char *line, size_t size);
/* Each returns false where the line is not of its form. */
bool swift_csv_row(struct swift_reading *r); /* a result, or a benchmark that is unsupported */
bool swift_csv_header(struct swift_reading *r);

#endif
