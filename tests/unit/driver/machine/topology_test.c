/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/machine/topology.h"

static void test_topology(void **state)
{
	struct topology_cpu cpus[] = { { 2, 1, 0 }, { 0, 0, 0 }, { 3, 1, 0 }, { 1, 0, 0 } };
	struct topology t = { cpus, 4, 2 }, real;
	struct err e;

	(void)state;
	assert_int_equal(topology_default_workers(&t), 1);
	assert_int_equal(topology_worker_cpu(&t, 0), 2);
	assert_int_equal(topology_worker_cpu(&t, 2), 3);
	assert_int_equal(topology_worker_cpu(&t, 4), 2);
	assert_int_equal(topology_driver_cpu(&t, 1), 0); /* a core without a worker */
	assert_int_equal(topology_driver_cpu(&t, 2), 1); /* a sibling without one */
	assert_int_equal(topology_driver_cpu(&t, 4), -1);
	assert_int_equal(topology_read(&real, &e), 0);
	assert_true(real.core_count >= 1 && real.core_count <= real.cpu_count);
	for (size_t i = 0; i < real.core_count; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(real.cpus[i].core != real.cpus[k].core);
	topology_release(&real);
}

/* A machine whose second node has the first CPUs. */
static void test_nodes(void **state)
{
	struct string_list numbers = { 0 };
	struct topology t;
	struct err e;
	char *list, *machine;

	(void)state;
	for (int cpu = 127; cpu >= 0; cpu--)
		string_list_addf(&numbers, "%d", cpu);
	list = string_list_join(&numbers, ",");
	machine = memory_format("numa:2 core:64 pu:1(indexes=%s)", list);
	setenv("HWLOC_SYNTHETIC", machine, 1);
	assert_int_equal(topology_read(&t, &e), 0);
	unsetenv("HWLOC_SYNTHETIC");
	for (size_t i = 0; i < t.cpu_count; i++)
		assert_int_equal(t.cpus[i].numa, t.cpus[i].cpu < 64);
	topology_release(&t);
	string_list_release(&numbers);
	free(list);
	free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_topology),
		cmocka_unit_test(test_nodes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
