/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_CANVAS_H
#define COMPARE_PRINT_CANVAS_H

#include <stddef.h>
#include <stdio.h>

/*
 * Dots in the terminal: each character cell is 2 x 4 dots of braille. Coordinates are the
 * caller's own, x to the right and y upwards.
 */
struct canvas {
	size_t columns, rows; /* character cells */
	double left, right, bottom, top;
	unsigned char *cells; /* eight dots each */
};

void canvas_init(struct canvas *canvas, size_t columns, size_t rows);
void canvas_release(struct canvas *canvas);
/* What the edges stand for; an empty range is widened. Values that are not finite are not
 * drawn. */
void canvas_range(struct canvas *canvas, double left, double right, double bottom, double top);
void canvas_dot(struct canvas *canvas, double x, double y);
void canvas_line(struct canvas *canvas, double x1, double y1, double x2, double y2);
/* Writes one row of cells, the upmost is 0, blanks at its end left out. */
void canvas_row(const struct canvas *canvas, size_t row, FILE *out);

#endif
