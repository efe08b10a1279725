/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_VECTORS_H
#define TESTS_UNIT_SUPPORT_VECTORS_H

#include <jansson.h>
#include <stddef.h>

/*
 * The reference values of tests/vectors/. A missing file or key fails the running test. Strings
 * that hold numbers ("Inf", digits) read as numbers, null as NaN.
 */

/* A set of values; release with free(values). */
struct vector {
	double *values;
	size_t n;
};

/* The caller drops the reference with json_decref(). `folder` is TEST_VECTORS. */
json_t *vectors_load(const char *folder, const char *file);
/* Borrowed value at a path such as "cases.0.mean". */
json_t *vectors_at(json_t *root, const char *path);
double vectors_number(json_t *root, const char *path);
/* The array at the path. */
struct vector vectors_array(json_t *root, const char *path);
/* A data set of datasets.json; an ln data set with `take_ln` set. */
struct vector vectors_data(const char *folder, const char *name, int take_ln);

#define VECTORS_TOLERANCE 1e-9

/* Relative; both NaN or the same infinity is equal, and an expected 0 allows `relative` itself.
 */
#define assert_close(actual, expected, relative) \
	vectors_assert_close(actual, expected, relative, #actual, __FILE__, __LINE__)
void vectors_assert_close(double actual, double expected, double relative, const char *what,
	const char *file, int line);

#endif
