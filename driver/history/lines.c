/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/lines.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

void lines_of_release(struct lines_of *lines)
{
	for (size_t i = 0; i < lines->night_count; i++) {
		free(lines->nights[i].revision);
		free(lines->nights[i].subject);
		free(lines->nights[i].machine_text);
	}
	for (size_t i = 0; i < lines->line_count; i++) {
		free(lines->lines[i].suite);
		free(lines->lines[i].benchmark);
		free(lines->lines[i].points);
	}
	free(lines->nights);
	free(lines->lines);
	free(lines->class);
	*lines = (struct lines_of){ 0 };
}

struct line *lines_of_add(struct lines_of *lines, const char *suite, const char *benchmark)
{
	struct line *line;

	line = ARRAY_ADD(lines->lines, lines->line_count, lines->line_capacity);
	*line = (struct line){ .suite = memory_text(suite),
		.benchmark = memory_text(benchmark) };
	return line;
}

struct line_night *lines_of_add_night(struct lines_of *lines)
{
	struct line_night *night;

	night = ARRAY_ADD(lines->nights, lines->night_count, lines->night_capacity);
	*night = (struct line_night){ .height = -1 };
	return night;
}

struct line_point *line_add(struct line *line)
{
	struct line_point *point;

	point = ARRAY_ADD(line->points, line->count, line->capacity);
	*point = (struct line_point){ .level = NAN,
		.se = NAN,
		.raw = NAN,
		.before = NAN,
		.anchor = NAN,
		.anchor_se = NAN };
	return point;
}
