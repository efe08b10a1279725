/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/plot_file.h"
#include "driver/base/message.h"

#include <errno.h>
#include <string.h>

#include "doctor/report/plot.h"
#include "doctor/report/plot_svg.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"

static int write_svg(const struct bench_data *bench, const char *path)
{
	FILE *out = fopen(path, "we");
	bool failed;

	if (out) {
		plot_svg(bench, out);
		failed = ferror(out);
		if (fclose(out) == 0 && !failed)
			return EXIT_FINE;
	}
	return message_error(EXIT_WRITE, "%s cannot be written: %s", path, strerror(errno));
}

int plot_patients(const struct benches *benches, const char *svg_path, FILE *out)
{
	if (!benches->count)
		return message_error(EXIT_USAGE, "the log has no such benchmark to plot");
	if (svg_path && benches->count > 1)
		return message_error(EXIT_USAGE,
			"--plot-svg draws one benchmark, and %zu are meant: name one",
			benches->count);
	if (svg_path)
		return write_svg(&benches->items[0], svg_path);
	for (size_t i = 0; i < benches->count; i++) {
		if (i)
			fputc('\n', out);
		plot_text(&benches->items[i], (size_t)terminal_width(out, 100), out);
	}
	return EXIT_FINE;
}
