/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/swift/json.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

bool swift_is_json(const char *line, size_t size)
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

static int64_t json_integer_of(const json_t *object, const char *key)
{
	double number = json_number_of(object, key);

	return number >= 0 && number < 9e15 ? (int64_t)number : -1;
}

/* Adds an array of times in us to r->values in ns. Returns false on a bad element. */
static bool add_times(struct swift_reading *r, const json_t *array, size_t *count, bool *whole)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *value = json_array_get(array, i);
		double us = json_number_value(value);

		if (!json_is_number(value) || !(us >= 0) || us * 1e3 > LOG_NS_MAX)
			return false;
		*whole = *whole && json_is_integer(value);
		swift_values(r, *count + 1)[*count] = swift_ns(us);
		++*count;
	}
	return true;
}

/* Samples that the driver took for outliers were measured as well. */
static bool read_samples(
	struct swift_reading *r, const json_t *object, size_t *count, bool *whole)
{
	const json_t *outliers = json_object_get(object, "outliers");

	*count = 0;
	if (!add_times(r, json_object_get(object, "samples"), count, whole))
		return false;
	if (!json_is_array(outliers))
		return true;
	if (!add_times(r, outliers, count, whole))
		return false;
	quantile_sort(r->values, *count);
	return true;
}

/* min, q1, median, q3, max: those that are there. */
static bool read_summary(
	struct swift_reading *r, const json_t *object, size_t *count, bool *whole)
{
	static const char *const keys[] = { "min", "q1", "median", "q3", "max" };

	*count = 0;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const json_t *value = json_object_get(object, keys[i]);
		double us = json_number_of(object, keys[i]);

		if (!value)
			continue;
		if (us < 0 || us * 1e3 > LOG_NS_MAX)
			return false;
		*whole = *whole && json_is_integer(value);
		swift_values(r, *count + 1)[*count] = swift_ns(us);
		++*count;
	}
	/* One quartile without the other would not be evenly spaced. */
	return *count % 2 == 1 || *count == 2;
}

static bool rises(const double *values, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (values[i] < values[i - 1])
			return false;
	return true;
}

static void set_extras(struct log_row *row, const json_t *object)
{
	int64_t bytes = json_integer_of(object, "max_rss"),
		iterations = json_integer_of(object, "iters");
	double mean = json_number_of(object, "mean"), sd = json_number_of(object, "sd"), setup;

	if (iterations > 0)
		row->launch.iterations = iterations;
	if (bytes >= 0) {
		row->evidence.memory.peak_kib = (bytes + 1023) / 1024;
		row->evidence.memory.base_kib = 0;
	}
	swift_set_pages(row, json_number_of(object, "pages"));
	setup = json_number_of(object, "setup");
	if (setup >= 0 && setup * 1e3 <= LOG_NS_MAX)
		row->evidence.setup_ns = swift_ns(setup);
	row->evidence.switches.involuntary = json_integer_of(object, "ics");
	row->mean_ns = mean >= 0 ? swift_ns(mean) : NAN;
	row->sd_ns = sd >= 0 ? swift_ns(sd) : NAN;
}

/* Returns NULL, or what is wrong. */
static const char *read_object(struct swift_reading *r, const json_t *object)
{
	const char *name = json_string_value(json_object_get(object, "name"));
	const json_t *samples = json_object_get(object, "samples");
	const json_t *quantiles = json_object_get(object, "quantiles");
	double behind = json_number_of(object, "num_samples");
	bool whole = true, fits;
	struct log_row row;
	size_t count = 0;

	log_row_init(&row);
	if (!name || !name[0] || !json_is_number(json_object_get(object, "number")))
		return "it has no name or no number";
	if (json_is_array(samples))
		fits = read_samples(r, object, &count, &whole);
	else if (json_is_array(quantiles))
		fits = add_times(r, quantiles, &count, &whole) && rises(r->values, count);
	else
		fits = read_summary(r, object, &count, &whole) && rises(r->values, count);
	if (!fits || count == 0)
		return "it has no samples or quantiles, or one that is no time";
	row.benchmark = (char *)name;
	set_extras(&row, object);
	if (whole)
		row.launch.clock_step_ns = 1000;
	if (json_is_array(samples)) {
		row.evidence.samples = r->values;
		row.evidence.samples_sorted = true;
		row.launch.sample_count = (uint32_t)count;
	}
	row.samples_behind = behind >= 1 && behind < UINT32_MAX ? (uint32_t)behind : 0;
	swift_add(r, &row, count);
	return NULL;
}

bool swift_json_line(struct swift_reading *r)
{
	struct lines *lines = r->lines;
	const char *why = NULL;
	json_error_t error;
	json_auto_t *object = NULL;

	if (!swift_is_json(lines->text, lines->size))
		return false;
	r->rows++;
	object = json_loadb(lines->text, lines->size, JSON_REJECT_DUPLICATES, &error);
	why = object ? read_object(r, object) : error.text;
	if (why)
		swift_warn_row(r, why);
	return true;
}
