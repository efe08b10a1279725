/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_UNITS_H
#define DRIVER_BASE_UNITS_H

#include <stdint.h>

#include "compare/print/format.h" /* PLURAL() */
#include "harness/base/err.h"

/*
 * Values of options and of keys in bdriver.ini. Each returns 0, or -1 with a sentence that
 * quotes the text; the caller puts the name of the option or key before it.
 */

/* "500ms", "2s", "1.5h" (units ns, us, ms, s, m, h) -> ns. A bare number other than 0 is
 * refused. */
int duration_parse(const char *text, int64_t *ns, struct err *e);
/* "5", "5%" or "0.5%" -> 0.05, 0.05, 0.005. From 0 to 1000 %. */
int percent_parse(const char *text, double *fraction, struct err *e);
/* The same of a part of something: from 0 to 100 %. */
int share_parse(const char *text, double *fraction, struct err *e);
/* A whole number, least <= value <= most. */
int count_parse(const char *text, int64_t least, int64_t most, int64_t *value, struct err *e);
/* "64MiB", "10k" (powers of 1024; units B, K, M, G, T, also KiB, KB ...) -> KiB, rounded up. */
int size_parse(const char *text, int64_t *kib, struct err *e);
/* yes/no, true/false, on/off, 1/0. */
int truth_parse(const char *text, int *truth, struct err *e);

/* "850 ns", "12.3 us", "100 ms", "2 m 05 s". size >= 16. */
void duration_text(double ns, char *text, int size);

#endif
