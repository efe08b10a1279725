/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/cells.h"

#include <csv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What libcsv makes of a row: its cells, each behind a '|'. */
struct told {
	char cells[64];
	int rows;
};

static void on_cell(void *text, size_t size, void *ctx)
{
	struct told *told = ctx;

	strcat(told->cells, "|");
	strncat(told->cells, text ? text : "", size);
}

static void on_row(int end, void *ctx)
{
	(void)end;
	((struct told *)ctx)->rows++;
}

static int split_by_libcsv(struct told *told, const char *line, size_t size)
{
	struct csv_parser parser;
	int rc;

	*told = (struct told){ 0 };
	assert_int_equal(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL), 0);
	rc = csv_parse(&parser, line, size, on_cell, on_row, told) != size ||
	     csv_fini(&parser, on_cell, on_row, told) != 0 || told->rows > 1;
	csv_free(&parser);
	return rc ? -1 : 0;
}

static void split(struct told *told, const struct cells *cells)
{
	*told = (struct told){ 0 };
	for (size_t i = 0; i < cells->count; i++) {
		assert_int_equal(strlen(cells->list[i].text), cells->list[i].size);
		on_cell(cells->list[i].text, cells->list[i].size, told);
	}
}

/* It gives the cells of libcsv, or both refuse. */
static void test_as_libcsv_splits(void **state)
{
	static const char alphabet[] = "ab,,,\"\" \t\r1";
	struct cells cells = { 0 };
	uint32_t seed = 12345;

	(void)state;
	for (int round = 0; round < 200000; round++) {
		struct told told, expected;
		char line[16], before[16];
		const char *why;
		size_t n = 1 + (size_t)round % 12;
		int rc;

		for (size_t i = 0; i < n; i++) {
			seed = seed * 1664525u + 1013904223u;
			line[i] = alphabet[(seed >> 16) % (sizeof(alphabet) - 1)];
		}
		line[n] = '\0';
		memcpy(before, line, n + 1);
		/* libcsv takes an empty line for no row, and blanks behind CR for one. */
		if (before[strspn(before, " \t")] == '\0' ||
			before[strspn(before, " \t")] == '\r' || strstr(before, "\r ") ||
			strstr(before, "\r\t"))
			continue;
		rc = split_by_libcsv(&expected, line, n);
		if (cells_split(&cells, line, n, &why) != rc)
			fail_msg("'%s': %d", before, rc);
		if (rc)
			continue;
		split(&told, &cells);
		if (strcmp(told.cells, expected.cells) != 0)
			fail_msg("'%s': %s, not %s", before, told.cells, expected.cells);
	}
	cells_release(&cells);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_libcsv_splits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
