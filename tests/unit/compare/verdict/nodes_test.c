/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/nodes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

static void test_reduce(void **state)
{
	const char *const a = "a", *const b = "b";
	const char *nodes[] = { a, b, a, NULL, b, a };
	double x[] = { 1, 10, 4, 99, 1000, NAN }, y[] = { 2, 3, 8, 99, 27, 1 };
	double *arrays[] = { x, y };

	(void)state;
	assert_int_equal(paired_nodes_reduce(nodes, 6, arrays, 2), 2);
	assert_float_equal(x[0], 2, 1e-9);
	assert_float_equal(x[1], 100, 1e-9);
	assert_float_equal(y[0], 4, 1e-9);
	assert_float_equal(y[1], 9, 1e-9);
	assert_int_equal(paired_nodes_reduce(nodes, 0, arrays, 2), 0);
}

/* A pair of logs of one session: `nodes` replicas of `rounds` rounds; the new build is slower
 * by change[k] on node k. */
static void build(struct log *old, struct log *new, const char *name, size_t nodes,
	size_t rounds, const double *change)
{
	static const char *const names[] = { "n1", "n2", "n3", "n4" };
	struct log_benchmark *o, *n;

	o = build_benchmark(old, "s", name, nodes * rounds, 1e6, 0.001, 1, 1);
	n = build_benchmark(new, "s", name, nodes * rounds, 1e6, 0.001, 2, 2);
	for (size_t i = 0; i < nodes * rounds; i++) {
		size_t k = i / rounds;

		o->launches[i].node = log_node(old, names[k]);
		n->launches[i].node = log_node(new, names[k]);
		n->launches[i].time.min *= change[k];
		n->launches[i].time.q1 *= change[k];
		n->launches[i].time.median *= change[k];
	}
}

static const struct compare_options defaults = COMPARE_OPTIONS_DEFAULT;

static bool has_text(const struct string_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (strstr(list->items[i], text))
			return true;
	return false;
}

/* A change of one machine alone is none of all machines; one of all of them is. */
static void test_generalises(void **state)
{
	static const double one[] = { 1.2, 1, 1, 1 }, all[] = { 1.05, 1.051, 1.049, 1.05 };
	struct log old = build_log("old.log", "x"), new = build_log("new.log", "x");
	struct comparison c;

	(void)state;
	build(&old, &new, "One", 4, 10, one);
	build(&old, &new, "All", 4, 10, all);
	c = compare_built(&old, &new, &defaults);
	assert_int_equal(c.replicas, 4);
	assert_int_equal(find_row(&c, "One")->time.verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(find_row(&c, "All")->time.verdict, VERDICT_REGRESSED);
	assert_int_equal(find_row(&c, "All")->paired.rounds, 4);
	assert_float_equal(find_row(&c, "All")->time.ratio, 1.05, 0.002);
	assert_false(has_text(&c.caveats, "fewer than 3"));
	comparison_release(&c);
	log_release(&old);
	log_release(&new);
}

/* On one node the rounds are the observations, and the report says for which machines. */
static void test_one_node(void **state)
{
	static const double all[] = { 1.05, 1.05 };
	struct log old = build_log("old.log", "x"), new = build_log("new.log", "x");
	struct comparison c;

	(void)state;
	build(&old, &new, "All", 2, 10, all);
	c = compare_built(&old, &new, &defaults);
	assert_int_equal(c.replicas, 0);
	assert_int_equal(find_row(&c, "All")->time.verdict, VERDICT_REGRESSED);
	assert_int_equal(find_row(&c, "All")->paired.rounds, 20);
	assert_true(has_text(&c.caveats, "fewer than 3 of them"));
	comparison_release(&c);
	log_release(&old);
	log_release(&new);
}

/* Two runs whose benchmarks met different machines, one of which is off. */
static void test_two_runs(void **state)
{
	static const double none[] = { 1 };
	struct log old = build_log("old.log", "x"), new = build_log("new.log", "y");
	struct comparison c;

	(void)state;
	build(&old, &new, "A", 1, 10, none);
	build(&old, &new, "B", 1, 10, none);
	for (size_t i = 0; i < 10; i++)
		new.benchmarks[1].launches[i].node = log_node(&new, "n7");
	log_add_meta(&new, "node.n7.off", "slower");
	c = compare_built(&old, &new, &defaults);
	assert_true(has_text(&c.caveats, "1 of 2 benchmarks ran on different machines"));
	assert_true(has_text(&c.caveats, "Node n7 is off: slower."));
	comparison_release(&c);
	log_release(&old);
	log_release(&new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reduce),
		cmocka_unit_test(test_generalises),
		cmocka_unit_test(test_one_node),
		cmocka_unit_test(test_two_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
