/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/pairs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

static void add(struct log *logs, const char *name, double new_ns, double noise)
{
	build_benchmark(&logs[0], "s", name, 20, 100, noise, 1, 1);
	build_benchmark(&logs[1], "s", name, 20, new_ns, noise, 2, 2);
}

static struct comparison compare(struct log *logs)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;

	options.rule = RULE_PAIRED;
	options.threshold = 0;
	return compare_built(&logs[0], &logs[1], &options);
}

/* The larger change is the noisier one. */
static void test_the_clearest_change_is_chosen(void **state)
{
	struct log logs[] = { build_log("old.log", "one"), build_log("new.log", "one") };
	struct comparison c;
	struct bisect_change change;

	(void)state;
	add(logs, "small", 110, 0.01);
	add(logs, "large", 80, 0.2);
	add(logs, "same", 100, 0.01);
	c = compare(logs);
	assert_non_null(pairs_clearest(&c));
	assert_string_equal(pairs_clearest(&c)->name, "small");
	change = pairs_change(&c, "s/small");
	assert_float_equal(change.ln, log(1.1), 0.01);
	assert_true(change.low < change.ln && change.ln < change.high);
	assert_true(pairs_change(&c, "s/large").ln < -0.1);
	assert_true(isnan(pairs_change(&c, "small").ln));
	assert_true(isnan(pairs_change(&c, "s/smal").low));
	comparison_release(&c);
	for (int i = 0; i < 2; i++)
		log_release(&logs[i]);
}

static void test_without_a_change_none_is_chosen(void **state)
{
	struct log logs[] = { build_log("old.log", "one"), build_log("new.log", "one") };
	struct comparison c;

	(void)state;
	add(logs, "same", 100, 0.01);
	add(logs, "noisy", 100, 0.2);
	c = compare(logs);
	assert_null(pairs_clearest(&c));
	assert_true(pairs_change(&c, "s/same").high > 0);
	comparison_release(&c);
	for (int i = 0; i < 2; i++)
		log_release(&logs[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_clearest_change_is_chosen),
		cmocka_unit_test(test_without_a_change_none_is_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
