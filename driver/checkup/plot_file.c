/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/plot_file.h"

#include <string.h>

#include "doctor/report/plot.h"
#include "doctor/report/plot_svg.h"
#include "driver/base/message.h"
#include "driver/base/output_file.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"

static int write_svg(const struct bench_data *bench, const struct plot_svg_file *svg)
{
	struct output_file file;
	int code = output_file_begin(&file, svg->path, svg->inputs, svg->force);

	if (code)
		return code;
	plot_svg(bench, file.out);
	return output_file_end(&file);
}

int plot_benchmarks(const struct benches *benches, const struct plot_svg_file *svg, FILE *out)
{
	if (!benches->count)
		return message_error(EXIT_USAGE, "the log has no such benchmark to plot");
	if (svg->path && benches->count > 1)
		return message_error(EXIT_USAGE,
			"--plot-svg draws one benchmark, and %zu are meant: name one",
			benches->count);
	if (svg->path)
		return write_svg(&benches->items[0], svg);
	for (size_t i = 0; i < benches->count; i++) {
		if (i)
			fputc('\n', out);
		plot_text(&benches->items[i], (size_t)terminal_width(out, 100), out);
	}
	return EXIT_FINE;
}
