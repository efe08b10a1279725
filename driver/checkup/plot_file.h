/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_PLOT_FILE_H
#define DRIVER_CHECKUP_PLOT_FILE_H

#include <stdio.h>

#include "doctor/base/bench_data.h"

struct plot_svg_file {
	const char *path;          /* NULL: none */
	const char *const *inputs; /* the logs, which are never replaced; NULL at the end */
	bool force;                /* replaces an existing file */
};

/* Draws each of them to `out`; or, with a path, the only one there is, as SVG to that file.
 * Returns an exit code. */
int plot_benchmarks(const struct benches *benches, const struct plot_svg_file *svg, FILE *out);

#endif
