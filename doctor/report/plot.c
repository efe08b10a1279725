/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/plot.h"

#include "compare/base/memory.h"
#include "compare/print/canvas.h"
#include "compare/print/format.h"
#include "compare/print/markup.h"
#include "compare/stats/regression.h"
#include "doctor/report/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ITERATIONS_MAX 8
#define MARGIN         12 /* columns of the labels at the left */

struct plot_line plot_fit(const struct bench_data *bench)
{
	double n[ITERATIONS_MAX], time_ns[ITERATIONS_MAX];
	struct plot_line plot = { NAN, NAN, 0 };
	struct line line;

	for (size_t i = 0; i < bench->series_count; i++) {
		if (bench->series[i].iterations > ITERATIONS_MAX)
			continue;
		n[plot.points] = (double)bench->series[i].iterations;
		time_ns[plot.points++] = bench->series[i].time_ns;
	}
	line = line_fit(n, time_ns, plot.points);
	plot.each_ns = line.slope;
	plot.once_ns = line.intercept;
	return plot;
}

char *plot_line_text(const struct plot_line *line)
{
	char once[FORMAT_SIZE], each[FORMAT_SIZE];

	if (line->points < 2)
		return NULL;
	format_time(once, fabs(line->once_ns));
	format_time(each, fabs(line->each_ns));
	if (line->each_ns < 0)
		return memory_format("%s - n x %s", once, each);
	if (line->once_ns < 0)
		return memory_format("n x %s - %s", each, once);
	return memory_format("%s + n x %s", once, each);
}

char *plot_top_text(char *out, double bottom_ns, double top_ns)
{
	char bottom[FORMAT_SIZE], percent[FORMAT_SIZE];

	format_time(out, top_ns);
	if (strcmp(out, format_time(bottom, bottom_ns)) != 0 || !(bottom_ns > 0))
		return out;
	format_percent(percent, top_ns / bottom_ns - 1);
	snprintf(out, FORMAT_SIZE, "+%.*s", FORMAT_SIZE - 2, percent);
	return out;
}

static void print_canvas_row(
	const struct canvas *canvas, size_t row, const char *label, FILE *out)
{
	fprintf(out, "%*s │", MARGIN - 2, label);
	canvas_row(canvas, row, out);
	fputc('\n', out);
}

static void print_canvas(const struct canvas *canvas, FILE *out)
{
	char top[FORMAT_SIZE], bottom[FORMAT_SIZE];

	plot_top_text(top, canvas->bottom, canvas->top);
	format_time(bottom, canvas->bottom);
	for (size_t row = 0; row < canvas->rows; row++)
		print_canvas_row(canvas, row,
			row == 0                  ? top
			: row + 1 == canvas->rows ? bottom
						  : "",
			out);
	fprintf(out, "%*s └", MARGIN - 2, "");
	for (size_t i = 0; i < canvas->columns; i++)
		fputs("─", out);
	fputc('\n', out);
}

/* A cross, visible on the line. */
static void mark_point(struct canvas *canvas, double x, double y)
{
	double dx = (canvas->right - canvas->left) / (double)(2 * canvas->columns - 1);
	double dy = (canvas->top - canvas->bottom) / (double)(4 * canvas->rows - 1);

	for (int i = -1; i <= 1; i++) {
		canvas_dot(canvas, x + i * dx, y + i * dy);
		canvas_dot(canvas, x + i * dx, y - i * dy);
	}
}

static void draw_times(const struct bench_data *bench, size_t width, FILE *out)
{
	struct plot_line line = plot_fit(bench);
	char *text = plot_line_text(&line);
	struct canvas canvas;
	double top = 0;

	if (!line.points) {
		fprintf(out, "no launch of 1 to %d iterations: there is no line to draw\n",
			ITERATIONS_MAX);
		return;
	}

	for (size_t i = 0; i < bench->series_count; i++)
		if (bench->series[i].iterations <= ITERATIONS_MAX)
			top = fmax(top, bench->series[i].time_ns);
	canvas_init(&canvas, width - MARGIN, 12);
	canvas_range(&canvas, 0, ITERATIONS_MAX + 0.5, 0, top * 1.05);
	if (text)
		canvas_line(&canvas, 0, line.once_ns, ITERATIONS_MAX,
			line.once_ns + ITERATIONS_MAX * line.each_ns);
	for (size_t i = 0; i < bench->series_count; i++)
		mark_point(
			&canvas, (double)bench->series[i].iterations, bench->series[i].time_ns);
	fprintf(out, "best time of a sample, 0 to %d iterations%s%s\n", ITERATIONS_MAX,
		text ? "; line: " : "", text ? text : "");
	free(text);
	print_canvas(&canvas, out);
	canvas_release(&canvas);
}

static size_t count_samples(const struct series *series, double *low, double *high)
{
	size_t count = 0;

	*low = INFINITY;
	*high = 0;
	for (size_t i = 0; i < series->count; i++) {
		const struct evidence *evidence = series->launches[i]->evidence;

		if (!evidence || !evidence->samples)
			continue;
		*low = fmin(*low, series->launches[i]->min_ns);
		*high = fmax(*high, series->launches[i]->max_ns);
		count += series->launches[i]->sample_count;
	}
	return count;
}

/* Far samples are drawn at the edge, as they would compress all others. */
static double upper_edge(const struct series *series, double low, double high)
{
	double median = 0;

	for (size_t i = 0; i < series->count; i++)
		median = fmax(median, series->launches[i]->median_ns);
	return fmin(high, fmax(1.02 * low, median + 3 * (median - low)));
}

static void draw_samples(const struct series *series, size_t width, FILE *out)
{
	double low, high, x = 0, edge;
	size_t count = count_samples(series, &low, &high);
	struct canvas canvas;

	if (!count)
		return;
	edge = upper_edge(series, low, high);
	canvas_init(&canvas, width - MARGIN, 12);
	canvas_range(&canvas, 0, (double)count, low, edge);
	for (size_t i = 0; i < series->count; i++) {
		const struct launch *launch = series->launches[i];

		if (!launch->evidence || !launch->evidence->samples)
			continue;
		for (size_t k = 0; k < launch->sample_count; k++)
			canvas_dot(&canvas, x++, fmin(launch->evidence->samples[k], edge));
	}
	fprintf(out,
		"\n%zu sample%s of %zu launch%s of %" PRId64
		" iteration%s, one after the other, "
		"per iteration%s\n",
		count, PLURAL(count), series->count, PLURAL_ES(series->count),
		series->iterations, PLURAL(series->iterations),
		edge < high ? "; higher ones at the edge" : "");
	print_canvas(&canvas, out);
	canvas_release(&canvas);
}

void plot_text(const struct bench_data *bench, size_t width, FILE *out)
{
	char *name = audit_words_full_name(bench);

	width = width < 24 ? 24 : width > 120 ? 120 : width;
	markup_terminal(out, name);
	fputc('\n', out);
	free(name);
	if (!bench->series_count) {
		fputs("no launch succeeded: there is nothing to draw\n", out);
		return;
	}
	draw_times(bench, width, out);
	draw_samples(bench_data_main_series(bench), width, out);
}
