/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/machine.h"
#include "driver/machine/topology.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "compare/base/memory.h"

static char root[] = "/tmp/bd-machine-XXXXXX";

/* Writes root/path with its folders. */
static void file(const char *path, const char *text)
{
	char *full = memory_format("%s/%s", root, path);
	FILE *out;

	for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		mkdir(full, 0755);
		*p = '/';
	}
	out = fopen(full, "we");
	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	free(full);
}

static int group_setup(void **state)
{
	(void)state;
	return !mkdtemp(root);
}

static int group_teardown(void **state)
{
	char *command = memory_format("rm -r %s", root);
	int code = system(command);

	(void)state;
	free(command);
	return code;
}

static void test_a_machine_that_tells_nothing(void **state)
{
	struct machine m;

	(void)state;
	machine_read(&m, NULL, "/nonexistent");
	assert_int_equal(m.cores, -1);
	assert_int_equal(m.threads, -1);
	assert_string_equal(m.host, "unknown");
	assert_string_equal(m.cpu_model, "unknown");
	assert_string_equal(m.governor, "none");
	assert_string_equal(m.turbo, "unknown");
	assert_string_equal(m.virtualisation, "unknown");
	assert_true(m.load < 0);
	assert_true(m.steal < 0);
	assert_true(m.cpu_limit < 0);
	assert_int_equal(m.memory_limit_kib, -1);
	machine_release(&m);
	machine_release(&m); /* a released one is zeroed */
}

#define CPU "sys/devices/system/cpu/"

static void write_machine(void)
{
	file("proc/sys/kernel/hostname", "box\n");
	file("proc/sys/kernel/osrelease", "6.1.0\n");
	file("proc/sys/kernel/randomize_va_space", "2\n");
	file("proc/cpuinfo", "processor\t: 0\nmodel\t: 1\nmodel name\t: Fast CPU\n"
			     "flags\t\t: fpu hypervisor\n");
	file("proc/loadavg", "1.25 1.0 0.9 2/300 4242\n");
	file("proc/stat", "cpu  50 0 20 20 0 0 0 10 7 0\ncpu0 1 2 3\n");
	file("proc/meminfo", "MemTotal:        8000000 kB\n");
	file("proc/self/cgroup", "0::/box\n");
	file("sys/fs/cgroup/box/cpu.max", "150000 100000\n");
	file("sys/fs/cgroup/box/memory.max", "536870912\n");
	file("sys/class/dmi/id/product_name", "Standard PC\n");
	file("sys/class/dmi/id/sys_vendor", "QEMU\n");
	file(CPU "cpu0/cpufreq/scaling_governor", "performance\n");
	file(CPU "cpu1/cpufreq/scaling_governor", "performance\n");
	file(CPU "intel_pstate/no_turbo", "0\n");
	file(CPU "smt/control", "on\n");
	file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
}

static void test_a_machine_that_tells_all(void **state)
{
	const struct topology topology = { .cpu_count = 6, .core_count = 3 };
	struct machine m;

	(void)state;
	write_machine();
	machine_read(&m, &topology, root);
	assert_int_equal(m.cores, 3);
	assert_int_equal(m.threads, 6);
	assert_string_equal(m.host, "box");
	assert_string_equal(m.cpu_model, "Fast CPU");
	assert_string_equal(m.kernel, "6.1.0");
	assert_string_equal(m.governor, "performance");
	assert_string_equal(m.turbo, "on");
	assert_string_equal(m.virtualisation, "kvm");
	assert_string_equal(m.clock_source, "hpet");
	assert_string_equal(m.aslr, "full");
	assert_string_equal(m.smt, "on");
	assert_true(m.load > 1.24 && m.load < 1.26);
	assert_true(m.steal > 0.099 && m.steal < 0.101);
	assert_true(m.cpu_limit > 1.49 && m.cpu_limit < 1.51);
	assert_int_equal(m.memory_kib, 8000000);
	assert_int_equal(m.memory_limit_kib, 524288);
	machine_release(&m);
	file(CPU "cpu1/cpufreq/scaling_governor", "powersave\n");
	file("proc/stat", "cpu x\n");
	file("sys/fs/cgroup/box/cpu.max", "max 100000\n");
	file("sys/fs/cgroup/box/memory.max", "max\n");
	machine_read(&m, NULL, root);
	assert_string_equal(m.governor, "mixed");
	assert_true(m.steal < 0);
	assert_true(m.cpu_limit < 0);
	assert_int_equal(m.memory_limit_kib, -1);
	machine_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_machine_that_tells_nothing),
		cmocka_unit_test(test_a_machine_that_tells_all),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
