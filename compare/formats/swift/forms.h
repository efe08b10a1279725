/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_FORMS_H
#define COMPARE_FORMATS_SWIFT_FORMS_H

#include "compare/formats/swift/reading.h"

/* The forms of a line. Each but the first three returns false where the line is not of its
 * form. */
bool swift_is_header(const char *line, size_t size);
bool swift_is_json(const char *line, size_t size);
bool swift_is_verbose(const char *line, size_t size);

/* Headers and rows in text, separated by commas or by blanks; a row is a result, or a benchmark
 * that is unsupported. */
bool swift_csv_row(struct swift_reading *r);
bool swift_csv_header(struct swift_reading *r);
/* One JSON object a line. */
bool swift_json_line(struct swift_reading *r);
/* The lines that --verbose adds to Swift's CSV. */
bool swift_verbose_line(struct swift_reading *r);
/* Adds the samples and counters of the lines above to the row that closes its benchmark. */
void swift_verbose_close(struct swift_reading *r, struct log_row *row, double min_us);
void swift_verbose_reset(struct swift_verbose *verbose);

#endif
