/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_PLOT_FILE_H
#define DRIVER_CHECKUP_PLOT_FILE_H

#include <stdio.h>

#include "doctor/base/bench_data.h"

/* Draws each of them to `out`; or, with a path, the only one there is, as SVG to that file.
 * Returns an exit code. */
int plot_patients(const struct benches *benches, const char *svg_path, FILE *out);

#endif
