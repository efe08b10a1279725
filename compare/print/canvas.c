/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/canvas.h"

#include "compare/base/memory.h"

#include <math.h>
#include <stdlib.h>

void canvas_init(struct canvas *canvas, size_t columns, size_t rows)
{
	*canvas = (struct canvas){ .columns = columns, .rows = rows, .right = 1, .top = 1 };
	canvas->cells = memory_zeroed(columns * rows, 1);
}

void canvas_release(struct canvas *canvas)
{
	free(canvas->cells);
	*canvas = (struct canvas){ 0 };
}

void canvas_range(struct canvas *canvas, double left, double right, double bottom, double top)
{
	canvas->left = left;
	canvas->right = right > left ? right : left + 1;
	canvas->bottom = bottom;
	canvas->top = top > bottom ? top : bottom + fmax(fabs(bottom), 1);
}

void canvas_dot(struct canvas *canvas, double x, double y)
{
	/* Of the braille patterns in Unicode: by column, then by row. */
	static const unsigned char dots[2][4] = { { 0x01, 0x02, 0x04, 0x40 },
		{ 0x08, 0x10, 0x20, 0x80 } };
	double across = (x - canvas->left) / (canvas->right - canvas->left);
	double up = (y - canvas->bottom) / (canvas->top - canvas->bottom);
	size_t i, k;

	if (!(across >= 0 && across <= 1 && up >= 0 && up <= 1))
		return;
	i = (size_t)lround(across * (double)(2 * canvas->columns - 1));
	k = (size_t)lround((1 - up) * (double)(4 * canvas->rows - 1));
	canvas->cells[k / 4 * canvas->columns + i / 2] |= dots[i % 2][k % 4];
}

void canvas_line(struct canvas *canvas, double x1, double y1, double x2, double y2)
{
	size_t steps = 4 * (2 * canvas->columns + 4 * canvas->rows);

	for (size_t i = 0; i <= steps; i++) {
		double part = (double)i / (double)steps;

		canvas_dot(canvas, x1 + part * (x2 - x1), y1 + part * (y2 - y1));
	}
}

void canvas_row(const struct canvas *canvas, size_t row, FILE *out)
{
	const unsigned char *cells = canvas->cells + row * canvas->columns;
	size_t n = canvas->columns;

	while (n > 0 && !cells[n - 1])
		n--;
	/* U+2800 and the dots, in UTF-8. */
	for (size_t i = 0; i < n; i++)
		fprintf(out, "\xe2%c%c", 0xa0 | cells[i] >> 6, 0x80 | (cells[i] & 0x3f));
}
