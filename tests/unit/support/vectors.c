/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

json_t *vectors_load(const char *folder, const char *file)
{
	char path[4096];
	json_error_t error;
	json_t *root;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!root)
		fail_msg("%s:%d: %s", path, error.line, error.text);
	return root;
}

json_t *vectors_at(json_t *root, const char *path)
{
	char step[256];
	const char *rest = path;

	while (root && *rest) {
		size_t length = strcspn(rest, ".");

		snprintf(step, sizeof(step), "%.*s", (int)length, rest);
		root = json_is_array(root) ? json_array_get(root, strtoul(step, NULL, 10))
					   : json_object_get(root, step);
		rest += length + (rest[length] == '.');
	}
	if (!root)
		fail_msg("no vector at %s", path);
	return root;
}

static double number_of(const json_t *value)
{
	if (json_is_null(value))
		return NAN;
	return json_is_string(value) ? strtod(json_string_value(value), NULL)
				     : json_number_value(value);
}

double vectors_number(json_t *root, const char *path)
{
	return number_of(vectors_at(root, path));
}

struct vector vectors_array(json_t *root, const char *path)
{
	const json_t *array = vectors_at(root, path);
	struct vector v = { .n = json_array_size(array) };

	v.values = calloc(v.n ? v.n : 1, sizeof(double));
	assert_non_null(v.values);
	for (size_t i = 0; i < v.n; i++)
		v.values[i] = number_of(json_array_get(array, i));
	return v;
}

struct vector vectors_data(const char *folder, const char *name, int take_ln)
{
	json_t *root = vectors_load(folder, "datasets.json");
	struct vector v = vectors_array(root, name);

	for (size_t i = 0; take_ln && i < v.n; i++)
		v.values[i] = log(v.values[i]);
	json_decref(root);
	return v;
}

void vectors_assert_close(double actual, double expected, double relative, const char *what,
	const char *file, int line)
{
	double scale = expected == 0 ? 1 : fabs(expected);

	if (actual == expected || (isnan(actual) && isnan(expected)))
		return;
	if (fabs(actual - expected) <= relative * scale)
		return;
	print_error("%s:%d: %s is %.17g, not %.17g\n", file, line, what, actual, expected);
	_fail(file, line);
}
