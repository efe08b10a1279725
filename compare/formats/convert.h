/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_CONVERT_H
#define COMPARE_FORMATS_CONVERT_H

#include <stdio.h>

#include "compare/log/log.h"

/*
 * Writes a log, read with LOG_KEEP_SAMPLES, as one of ours, rows in the order of its file.
 * Unknown cells stay empty. Launches with quantiles only keep them in the additional columns
 * quantiles, sample_count, mean_ns and sd_ns; their samples stay empty. An incomplete log stays
 * incomplete: it gets no "# end". Metadata "sample-order: sorted" marks a lost order of
 * measurement, "converted-from" names a foreign source. The caller checks ferror(out).
 */
void convert_log(const struct log *log, FILE *out);

#endif
