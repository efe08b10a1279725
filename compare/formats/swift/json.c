/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/reading.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static bool is_json(const char *line, size_t size)
{
	size_t i = 0;

	while (i < size && (line[i] == ' ' || line[i] == '\t'))
		i++;
	return i < size && line[i] == '{' && memmem(line, size, "\"number\"", 8) &&
	       memmem(line, size, "\"name\"", 6);
}

/* A number that is not negative, or -1. */
static double json_number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	double number = json_number_value(value);

	return json_is_number(value) && number >= 0 ? number : -1;
}

/* A time in us: false where it is none. */
static bool add_time(struct swift_reading *r, const json_t *value, bool *whole)
{
	*whole = *whole && json_is_integer(value);
	return json_is_number(value) &&
	       foreign_value(&r->foreign, swift_ns(json_number_value(value)), 1);
}

static bool add_times(struct swift_reading *r, const json_t *array, bool *whole)
{
	for (size_t i = 0; i < json_array_size(array); i++)
		if (!add_time(r, json_array_get(array, i), whole))
			return false;
	return true;
}

/* Samples that the driver took for outliers were measured as well. */
static bool read_samples(struct swift_reading *r, const json_t *object, bool *whole)
{
	const json_t *outliers = json_object_get(object, "outliers");

	if (!add_times(r, json_object_get(object, "samples"), whole) ||
		!add_times(r, outliers, whole))
		return false;
	if (outliers)
		quantile_sort(r->foreign.values, r->foreign.count);
	return true;
}

/* min, q1, median, q3, max: those that are there. */
static bool read_summary(struct swift_reading *r, const json_t *object, bool *whole)
{
	static const char *const keys[] = { "min", "q1", "median", "q3", "max" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const json_t *value = json_object_get(object, keys[i]);

		if (value && !add_time(r, value, whole))
			return false;
	}
	/* One quartile without the other would not be evenly spaced. */
	return r->foreign.count % 2 == 1 || r->foreign.count == 2;
}

static void set_extras(struct log_row *row, const json_t *object)
{
	double mean = json_number_of(object, "mean"), sd = json_number_of(object, "sd");
	double setup = json_number_of(object, "setup"), ics = json_number_of(object, "ics");

	row->launch.iterations = foreign_count(json_number_of(object, "iters"));
	row->evidence.memory.peak_kib = foreign_kib(json_number_of(object, "max_rss"));
	if (row->evidence.memory.peak_kib >= 0)
		row->evidence.memory.base_kib = 0;
	swift_set_pages(row, json_number_of(object, "pages"));
	if (setup >= 0 && setup * 1e3 <= LOG_NS_MAX)
		row->evidence.setup_ns = swift_ns(setup);
	row->evidence.switches.involuntary = ics < 9e15 ? (int64_t)ics : -1;
	row->mean_ns = mean >= 0 ? swift_ns(mean) : NAN;
	row->sd_ns = sd >= 0 ? swift_ns(sd) : NAN;
}

/* Returns NULL, or what is wrong. */
static const char *read_object(struct swift_reading *r, const json_t *object)
{
	struct foreign *f = &r->foreign;
	const char *name = json_string_value(json_object_get(object, "name"));
	const json_t *quantiles = json_object_get(object, "quantiles");
	bool has_samples = json_is_array(json_object_get(object, "samples"));
	double behind = json_number_of(object, "num_samples");
	bool whole = true, fits;
	struct log_row row;

	log_row_init(&row);
	f->count = 0;
	if (!name || !name[0] || !json_is_number(json_object_get(object, "number")))
		return "it has no name or no number";
	if (has_samples)
		fits = read_samples(r, object, &whole);
	else if (json_is_array(quantiles))
		fits = add_times(r, quantiles, &whole) && quantile_rises(f->values, f->count);
	else
		fits = read_summary(r, object, &whole) && quantile_rises(f->values, f->count);
	if (!fits || f->count == 0)
		return "it has no samples or quantiles, or one that is no time";
	row.benchmark = (char *)name;
	set_extras(&row, object);
	if (whole)
		row.launch.clock_step_ns = 1000;
	if (has_samples) {
		row.evidence.samples = f->values;
		row.evidence.samples_sorted = true;
		row.launch.sample_count = (uint32_t)f->count;
	}
	row.samples_behind = behind >= 1 && behind < UINT32_MAX ? (uint32_t)behind : 0;
	swift_add(r, &row);
	return NULL;
}

static bool read_line(struct swift_reading *r)
{
	struct lines *lines = r->foreign.lines;
	const char *why = NULL;
	json_error_t error;
	json_auto_t *object = NULL;

	if (!is_json(lines->text, lines->size))
		return false;
	r->rows++;
	object = json_loadb(lines->text, lines->size, JSON_REJECT_DUPLICATES, &error);
	why = object ? read_object(r, object) : error.text;
	if (why)
		foreign_line_left_out(&r->foreign, why);
	return true;
}

const struct swift_form swift_json = { is_json, read_line };
