/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_JSON_H
#define COMPARE_FORMATS_SWIFT_JSON_H

#include "compare/formats/swift/reading.h"

/* One JSON object a line. */
bool swift_is_json(const char *line, size_t size);
/* False where the line is no such object. */
bool swift_json_line(struct swift_reading *r);

#endif
