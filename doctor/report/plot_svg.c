/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/plot_svg.h"

#include "compare/print/format.h"
#include "compare/print/markup.h"
#include "doctor/report/plot.h"
#include "doctor/report/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define WIDTH  720
#define HEIGHT 260 /* of each of the two pictures */
#define LEFT   90
#define RIGHT  20
#define TOP    40
#define BOTTOM 30

/* One of the two pictures, from `offset` down. */
struct frame {
	FILE *out;
	double offset, x_most, y_least, y_most;
};

static double at_x(const struct frame *f, double x)
{
	return LEFT + x / f->x_most * (WIDTH - LEFT - RIGHT);
}

static double at_y(const struct frame *f, double y)
{
	double up = (y - f->y_least) / (f->y_most - f->y_least);

	return f->offset + TOP + (1 - fmin(fmax(up, 0), 1)) * (HEIGHT - TOP - BOTTOM);
}

static void svg_text(
	const struct frame *f, double x, double y, const char *anchor, const char *text)
{
	fprintf(f->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	markup_xml(f->out, text);
	fputs("</text>\n", f->out);
}

static void svg_line(
	const struct frame *f, const char *colour, double x1, double y1, double x2, double y2)
{
	fprintf(f->out,
		"<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1,
		y1, x2, y2, colour);
}

static void svg_frame(const struct frame *f, const char *title)
{
	char text[FORMAT_SIZE];
	double low = at_y(f, f->y_least), high = at_y(f, f->y_most);

	svg_text(f, LEFT, f->offset + TOP - 12, "start", title);
	svg_line(f, "#888", LEFT, high, LEFT, low);
	svg_line(f, "#888", LEFT, low, WIDTH - RIGHT, low);
	svg_text(f, LEFT - 6, high + 4, "end", plot_top_text(text, f->y_least, f->y_most));
	svg_text(f, LEFT - 6, low + 4, "end", format_time(text, f->y_least));
}

static void svg_times(const struct frame *f, const struct bench_data *bench)
{
	struct plot_line line = plot_fit(bench);
	char *text = plot_line_text(&line), title[160], label[32];

	if (!line.points) {
		svg_text(f, LEFT, f->offset + TOP - 12, "start",
			"no launch of 1 to 8 iterations: there is no line to draw");
		return;
	}
	snprintf(title, sizeof(title), "best time T(n) of a sample of n iterations%s%s",
		text ? ": " : "", text ? text : "");
	free(text);
	svg_frame(f, title);
	if (line.points >= 2)
		svg_line(f, "#36c", at_x(f, 0), at_y(f, line.once_ns), at_x(f, 8),
			at_y(f, line.once_ns + 8 * line.each_ns));
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *s = &bench->series[i];
		double x = at_x(f, (double)s->iterations);

		if (s->iterations > 8)
			continue;
		fprintf(f->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#c33\"/>\n", x,
			at_y(f, s->time_ns));
		snprintf(label, sizeof(label), "%" PRId64, s->iterations);
		svg_text(f, x, f->offset + HEIGHT - BOTTOM + 16, "middle", label);
	}
}

static void svg_samples(struct frame *f, const struct series *series)
{
	size_t count = 0;
	double median = 0, high = 0;
	char title[160];

	f->y_least = series->min_ns;
	for (size_t i = 0; i < series->count; i++) {
		count += series->launches[i]->sample_count;
		median = fmax(median, series->launches[i]->median_ns);
		high = fmax(high, series->launches[i]->max_ns);
	}
	f->x_most = fmax((double)count, 1);
	f->y_most = fmin(high, fmax(1.02 * f->y_least, median + 3 * (median - f->y_least)));
	if (!(f->y_most > f->y_least))
		f->y_most = f->y_least + 1;
	snprintf(title, sizeof(title),
		"samples of %zu launch%s of %" PRId64 " iteration%s, per iteration",
		series->count, PLURAL_ES(series->count), series->iterations,
		PLURAL(series->iterations));
	svg_frame(f, title);
	count = 0;
	for (size_t i = 0; i < series->count; i++) {
		const struct launch *launch = series->launches[i];

		for (size_t k = 0; launch->evidence && launch->evidence->samples &&
				   k < launch->sample_count;
			k++)
			fprintf(f->out,
				"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.3\" fill=\"%s\"/>\n",
				at_x(f, (double)count++), at_y(f, launch->evidence->samples[k]),
				i % 2 ? "#36c" : "#c33");
	}
}

void plot_svg(const struct bench_data *bench, FILE *out)
{
	struct frame times = { out, 20, 8.5, 0, 1 }, samples = { out, 20 + HEIGHT, 1, 0, 1 };
	char *name = audit_words_full_name(bench);

	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<text x=\"%d\" y=\"24\" font-size=\"16\">",
		WIDTH, 2 * HEIGHT + 20, LEFT);
	markup_xml(out, name);
	free(name);
	fputs("</text>\n", out);
	for (size_t i = 0; i < bench->series_count; i++)
		if (bench->series[i].iterations <= 8)
			times.y_most = fmax(times.y_most, 1.05 * bench->series[i].time_ns);
	if (bench->series_count) {
		svg_times(&times, bench);
		svg_samples(&samples, bench_data_main_series(bench));
	} else {
		svg_text(&times, LEFT, times.offset + TOP - 12, "start",
			"no launch succeeded: there is nothing to draw");
	}
	fputs("</svg>\n", out);
}
