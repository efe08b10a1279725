/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rule_swift.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static enum verdict verdict_of(json_t *row, const char *key)
{
	const char *word = json_string_value(vectors_at(row, key));

	if (!strcmp(word, "regression"))
		return VERDICT_REGRESSED;
	return strcmp(word, "improvement") ? VERDICT_UNCHANGED : VERDICT_IMPROVED;
}

/* The vectors compare minima. */
static struct measured_range range_of(json_t *row, const char *low, const char *high)
{
	double min = vectors_number(row, low);

	return (struct measured_range){ min, min, vectors_number(row, high) };
}

static void test_swift(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "verdict_rules.json"), *row;
	size_t index;

	(void)state;
	json_array_foreach(vectors_at(root, "swift"), index, row) {
		struct measured_range old = range_of(row, "old.0", "old.1");
		struct measured_range new = range_of(row, "new.0", "new.1");
		struct swift_change c = rule_swift(&old, &new, 0.05);

		assert_close(c.ratio, vectors_number(row, "ratio"), VECTORS_TOLERANCE);
		assert_int_equal(c.dubious, json_is_true(vectors_at(row, "dubious")));
		assert_int_equal(c.verdict, verdict_of(row, "bucket"));
	}
	assert_int_equal(index, 7);
	json_decref(root);
}

static void test_judge(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "verdict_rules.json"), *row;
	size_t index;

	(void)state;
	json_array_foreach(vectors_at(root, "benchmarktools"), index, row) {
		double ratio;
		enum verdict verdict = rule_judge(vectors_number(row, "target"),
			vectors_number(row, "base"), 0.05, &ratio);

		assert_close(ratio, vectors_number(row, "ratio"), VECTORS_TOLERANCE);
		assert_int_equal(verdict, verdict_of(row, "verdict"));
	}
	assert_int_equal(index, 6);
	assert_int_equal(rule_judge(1, 0, 0.05, NULL), VERDICT_REGRESSED);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_swift),
		cmocka_unit_test(test_judge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
