/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/reading.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define DELTA_2020 "\xF0\x9D\x9A\xAB" /* U+1D6AB */
#define DELTA_2025 "\xCE\x94"         /* U+0394 */

static bool is_header(const char *line, size_t size)
{
	const char *p = line, *end = line + size;

	while (p < end && *p == ' ')
		p++;
	if (p == end || *p != '#')
		return false;
	for (line = ++p; p < end && (*p == ' ' || *p == ',' || *p == '\t'); p++)
		;
	return p > line && end - p >= 4 && memcmp(p, "TEST", 4) == 0;
}

/* Cells between commas, or between blanks where the line has no comma. */
static int split_cells(struct swift_reading *r, char *line, size_t size, const char **why)
{
	struct cells *cells = &r->cells;
	char *p = line, *end = line + size;
	struct cell *cell;

	if (memchr(line, ',', size))
		return cells_split(cells, line, size, why);
	cells->count = 0;
	for (;;) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		if (p == end)
			return 0;
		cell = ARRAY_ADD(cells->list, cells->count, cells->capacity);
		cell->text = p;
		while (p < end && *p != ' ' && *p != '\t')
			p++;
		cell->size = (size_t)(p - cell->text);
		cell->whole = -1;
		if (p < end)
			*p++ = '\0';
	}
}

/* `in_quantiles`: between minimum and maximum of a header without MEAN, where every column is a
 * quantile, whatever its name. */
static enum swift_role role_of(const char *label, bool in_quantiles)
{
	static const struct {
		const char *label;
		enum swift_role role;
	} known[] = { { "#", SWIFT_NUMBER }, { "TEST", SWIFT_NAME },
		{ "SAMPLES", SWIFT_SAMPLES }, { "ICS", SWIFT_ICS },
		{ "MAX_RSS", SWIFT_MAX_RSS }, { "MAX", SWIFT_MAX }, { "MEAN", SWIFT_MEAN },
		{ "MEDIAN", SWIFT_QUANTILE }, { "MIN", SWIFT_MIN }, { "QMIN", SWIFT_MIN },
		{ "PAGES", SWIFT_PAGES }, { "SD", SWIFT_SD }, { "YIELD", SWIFT_IGNORED } };

	if (in_quantiles && !swift_starts(label, "MAX"))
		return SWIFT_QUANTILE;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].label);

		if (swift_starts(label, known[i].label) && !isalnum((unsigned char)label[n]) &&
			label[n] != '_')
			return known[i].role;
	}
	return SWIFT_IGNORED;
}

static bool is_time(enum swift_role role)
{
	return role >= SWIFT_MIN && role <= SWIFT_SD;
}

/* The unit of a label as MIN(ms). Memory is in bytes. */
static const char *read_unit(struct swift_column *column, char *label)
{
	char *open = strchr(label, '('), *close = open ? strchr(open, ')') : NULL;

	column->us = 1;
	if (!close || column->role == SWIFT_IGNORED)
		return NULL;
	*close = '\0';
	if (is_time(column->role))
		column->us = time_unit_ns(open + 1) / 1e3;
	else if (column->role == SWIFT_MAX_RSS && strcmp(open + 1, "B") != 0)
		column->role = SWIFT_IGNORED;
	return isnan(column->us) ? open + 1 : NULL;
}

static void read_label(
	struct swift_reading *r, size_t i, bool in_quantiles, const char **bad_unit)
{
	char *label = r->cells.list[i].text;
	size_t prefix = swift_starts(label, DELTA_2020)   ? strlen(DELTA_2020)
			: swift_starts(label, DELTA_2025) ? strlen(DELTA_2025)
							  : 0;
	const char *bad;

	r->delta = r->delta || prefix > 0;
	r->columns[i].role = role_of(label + prefix, in_quantiles);
	bad = read_unit(&r->columns[i], label);
	*bad_unit = bad ? bad : *bad_unit;
}

static void read_roles(struct swift_reading *r)
{
	bool has_mean =
		memmem(r->foreign.lines->text, r->foreign.lines->size, "MEAN", 4) != NULL;
	bool in_quantiles = false, has_min = false, has_name = false;
	const char *why, *unit = NULL;

	if (split_cells(r, r->foreign.lines->text, r->foreign.lines->size, &why) < 0)
		r->cells.count = 0;
	r->column_count = r->cells.count;
	r->columns = memory_grow(
		r->columns, &r->column_capacity, r->column_count, sizeof(*r->columns));
	r->delta = false;
	for (size_t i = 0; i < r->column_count; i++) {
		enum swift_role role;

		read_label(r, i, in_quantiles, &unit);
		role = r->columns[i].role;
		if (role == SWIFT_MIN || role == SWIFT_MAX)
			in_quantiles = role == SWIFT_MIN && !has_mean;
		has_min = has_min || role == SWIFT_MIN;
		has_name = has_name || role == SWIFT_NAME;
	}
	if (has_min && has_name && !unit)
		return;
	if (unit)
		log_warn(r->foreign.log,
			"%s:%u: the unit '%s' of this header is none of ns, us, ms and s; the "
			"rows below are left out",
			r->foreign.lines->path, r->foreign.lines->number, unit);
	else
		log_warn(r->foreign.log,
			"%s:%u: this header has no %s column; the rows below are left out",
			r->foreign.lines->path, r->foreign.lines->number,
			has_name ? "MIN" : "TEST");
	r->column_count = 0;
}

/* The values of one row. */
struct swift_cells {
	struct log_row row;
	double samples, max_us; /* max: NAN until seen */
	double pages;           /* NAN until seen */
	double sum_us;          /* of the values so far, for the delta form */
	double unit_us;         /* of the minimum */
	bool fraction;
};

static bool set_value(
	struct swift_reading *r, struct swift_cells *c, enum swift_role role, double value)
{
	struct foreign *f = &r->foreign;
	double us = r->delta && role != SWIFT_MIN ? c->sum_us + value : value;

	c->sum_us = us;
	if (role == SWIFT_MAX)
		c->max_us = us;
	else
		*ARRAY_ADD(f->values, f->count, f->capacity) = us;
	return us >= 0 && us * 1e3 <= LOG_NS_MAX;
}

static bool set_cell(struct swift_reading *r, struct swift_cells *c,
	const struct swift_column *column, const struct cell *cell)
{
	enum swift_role role = column->role;
	double value = cell->whole < 0 ? 0 : (double)cell->whole;

	if (role == SWIFT_IGNORED || role == SWIFT_NUMBER)
		return true;
	if (role == SWIFT_NAME) {
		c->row.benchmark = cell->text;
		return cell->size > 0 && text_is_utf8(cell->text, cell->size);
	}
	if (cell->whole < 0 && !(cell->size == 0 && r->delta) &&
		!number_parse(cell->text, cell->size, &value))
		return false;
	value *= column->us;
	if (role >= SWIFT_MIN && role <= SWIFT_MAX) {
		c->fraction =
			c->fraction || (cell->whole < 0 && memchr(cell->text, '.', cell->size));
		c->unit_us = role == SWIFT_MIN ? column->us : c->unit_us;
		return set_value(r, c, role, value);
	}
	if (role == SWIFT_SAMPLES)
		c->samples = value;
	else if (role == SWIFT_MEAN)
		c->row.mean_ns = swift_ns(value);
	else if (role == SWIFT_SD)
		c->row.sd_ns = swift_ns(value);
	else if (role == SWIFT_MAX_RSS)
		c->row.evidence.memory.peak_kib = (int64_t)fmin(ceil(value / 1024), 9e15);
	else if (role == SWIFT_PAGES)
		c->pages = value;
	else if (role == SWIFT_ICS)
		c->row.evidence.switches.involuntary = (int64_t)fmin(value, 9e15);
	return value >= 0;
}

static bool parse_cells(struct swift_reading *r, struct swift_cells *c, const char **why)
{
	if (split_cells(r, r->foreign.lines->text, r->foreign.lines->size, why) < 0)
		return false;
	*why = "it has more or fewer cells than the header";
	if (r->cells.count != r->column_count)
		return false;
	*why = "a cell that is no number, negative or no name";
	for (size_t i = 0; i < r->column_count; i++)
		if (!set_cell(r, c, &r->columns[i], &r->cells.list[i]))
			return false;
	return true;
}

static bool check_values(struct foreign *f, const struct swift_cells *c)
{
	if (!isnan(c->max_us))
		*ARRAY_ADD(f->values, f->count, f->capacity) = c->max_us;
	return quantile_rises(f->values, f->count) && f->count > 0 && c->samples >= 1 &&
	       c->samples < UINT32_MAX;
}

static void finish_row(struct swift_reading *r, struct swift_cells *c)
{
	struct foreign *f = &r->foreign;
	double min_us = f->values[0];

	if (c->row.evidence.memory.peak_kib >= 0)
		c->row.evidence.memory.base_kib = 0;
	swift_set_pages(&c->row, c->pages);
	if (!c->fraction)
		c->row.launch.clock_step_ns = 1000 * c->unit_us;
	c->row.samples_behind = (uint32_t)c->samples;
	for (size_t i = 0; i < f->count; i++)
		f->values[i] = swift_ns(f->values[i]);
	swift_verbose_close(r, &c->row, min_us);
	swift_add(r, &c->row);
}

static void read_result(struct swift_reading *r)
{
	struct swift_cells c = { .max_us = NAN, .pages = NAN, .unit_us = 1 };
	const char *why = "it stands before any header";

	r->rows++;
	r->foreign.count = 0;
	log_row_init(&c.row);
	if (r->column_count && parse_cells(r, &c, &why)) {
		why = !check_values(&r->foreign, &c) ? "its values do not increase from "
						       "minimum to maximum, or it has no "
						       "samples"
		      : r->foreign.lines->torn       ? "it has no newline"
						     : NULL;
	}
	if (why)
		foreign_line_left_out(&r->foreign, why);
	else
		finish_row(r, &c);
}

/* NUMBER,NAME,Unsupported or NAME,Unsupported. */
static bool read_unsupported(struct swift_reading *r)
{
	static const char word[] = ",Unsupported";
	size_t n = sizeof(word) - 1, size = r->foreign.lines->size;
	char reason[] = "unsupported", *name = r->foreign.lines->text, *comma;

	if (size <= n || memcmp(name + size - n, word, n) != 0)
		return false;
	r->unsupported++;
	name[size - n] = '\0';
	comma = strrchr(name, ',');
	swift_add_skipped(r, comma ? comma + 1 : name, reason);
	swift_verbose_reset(&r->verbose);
	return true;
}

static bool is_row(const char *line)
{
	const char *p = line, *digits;

	while (*p == ' ')
		p++;
	for (digits = p; *p >= '0' && *p <= '9'; p++)
		;
	return p > digits && (*p == ',' || *p == ' ' || *p == '\t');
}

static bool read_line(struct swift_reading *r)
{
	struct lines *lines = r->foreign.lines;

	if (read_unsupported(r))
		return true;
	if (is_row(lines->text))
		read_result(r);
	else if (is_header(lines->text, lines->size))
		read_roles(r);
	else
		return false;
	return true;
}

const struct swift_form swift_csv = { is_header, read_line };
