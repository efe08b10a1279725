/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_CONVERT_H
#define COMPARE_FORMATS_CONVERT_H

#include "compare/log/log.h"

/*
 * Writes a log, read with LOG_KEEP_SAMPLES, as one of ours, rows in the order of its file. What
 * the source does not tell stays empty. Launches of which only quantiles are known keep them in
 * the additional columns quantiles, sample_count, mean_ns and sd_ns, their samples stay empty.
 * An incomplete log stays one: it gets no "# end". A metadata line "sample-order: sorted" says
 * that the order of measurement is lost, "converted-from" names a foreign source. The file must
 * not exist. Returns 0, or -1 with *e set; nothing is left behind then.
 */
int convert_log(const struct log *log, const char *path, struct err *e);

#endif
