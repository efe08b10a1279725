/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/machine.h"

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
#include "compare/base/string_list.h"
#include "driver/base/terminal.h"
#include "driver/machine/advice.h"
#include "driver/machine/topology.h"

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
	machine_read(&m, "/nonexistent");
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
	struct machine m;

	(void)state;
	write_machine();
	machine_read(&m, root);
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
	machine_read(&m, root);
	assert_string_equal(m.governor, "mixed");
	assert_true(m.steal < 0);
	assert_true(m.cpu_limit < 0);
	assert_int_equal(m.memory_limit_kib, -1);
	machine_release(&m);
}

static const char *advice(const struct machine_advices *findings, const char *what)
{
	for (size_t i = 0; i < findings->count; i++)
		if (strcmp(findings->items[i].what, what) == 0)
			return findings->items[i].advice;
	fail_msg("nothing on %s", what);
	return NULL;
}

static void test_findings(void **state)
{
	struct machine quiet = { .host = "h",
		.cpu_model = "c",
		.kernel = "k",
		.governor = "performance",
		.turbo = "off",
		.virtualisation = "none",
		.clock_source = "tsc",
		.aslr = "full",
		.smt = "off",
		.cores = 8,
		.threads = 8,
		.load = 0.2,
		.steal = 0,
		.cpu_limit = -1,
		.memory_limit_kib = -1 };
	struct machine loud = { .host = "h",
		.cpu_model = "c",
		.kernel = "k",
		.governor = "powersave",
		.turbo = "on",
		.virtualisation = "kvm",
		.clock_source = "hpet",
		.aslr = "off",
		.smt = "on",
		.cores = 1,
		.threads = 2,
		.load = 3,
		.steal = 0.1,
		.cpu_limit = 0.5,
		.memory_limit_kib = 1000 };
	struct machine_advices findings = { 0 };
	size_t count;

	(void)state;
	machine_judge(&findings, &quiet);
	count = findings.count;
	for (size_t i = 0; i < count; i++)
		assert_null(findings.items[i].advice);
	machine_advices_release(&findings);
	machine_judge(&findings, &loud);
	assert_int_equal(findings.count, count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(findings.items[i].what, "cpu") != 0 &&
			strcmp(findings.items[i].what, "kernel") != 0)
			assert_non_null(findings.items[i].advice);
	assert_non_null(strstr(advice(&findings, "governor"), "performance"));
	machine_advices_release(&findings);
}

static void test_topology(void **state)
{
	struct topology_cpu cpus[] = { { 2, 1, 0 }, { 0, 0, 0 }, { 3, 1, 0 }, { 1, 0, 0 } };
	struct topology t = { cpus, 4, 2 }, real;
	int found[4];
	struct err e;

	(void)state;
	assert_int_equal(topology_default_workers(&t), 1);
	assert_int_equal(topology_worker_cpu(&t, 0), 2);
	assert_int_equal(topology_worker_cpu(&t, 2), 3);
	assert_int_equal(topology_worker_cpu(&t, 4), 2);
	assert_int_equal(topology_driver_cpu(&t, 1), 0); /* a core without a worker */
	assert_int_equal(topology_driver_cpu(&t, 2), 1); /* a sibling without one */
	assert_int_equal(topology_driver_cpu(&t, 4), -1);
	assert_int_equal(topology_worker_cores(&t, 1, found), 2);
	assert_true(found[0] == 2 && found[1] == 3); /* the second one idle */
	assert_int_equal(topology_worker_cores(&t, 2, found), 4);
	assert_true(found[0] == 2 && found[1] == 0 && found[2] == 3 && found[3] == 1);
	assert_int_equal(topology_worker_cores(&t, 9, found), 4);
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

static void cleans(const char *text, const char *want)
{
	char *clean = terminal_clean(text);

	assert_string_equal(clean, want);
	free(clean);
}

static void test_terminal_clean(void **state)
{
	(void)state;
	cleans("", "");
	cleans("Sort/64 \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80",
		"Sort/64 \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
	cleans("a\033[31m\n\x7F", "a\\x1b[31m\\n\\x7f");
	cleans("\xC2\x9B", "\\x9b");               /* CSI as a C1 control */
	cleans("\xC0\xAF\xFF", "\\xc0\\xaf\\xff"); /* overlong, no UTF-8 */
	cleans("\xED\xA0\x80", "\\xed\\xa0\\x80"); /* a surrogate */
	cleans("\xE2\x82", "\\xe2\\x82");          /* cut short */
	cleans("\xE2\x80\xAEx", "\\u202ex");       /* right-to-left override */
	cleans("a\u200B\u200F\u2060\u2064\uFEFF", "a\\u200b\\u200f\\u2060\\u2064\\ufeff");
	cleans("\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
}

static void quotes(const char *text, const char *want)
{
	char *word = terminal_word(text);

	assert_string_equal(word, want);
	free(word);
}

static void test_terminal_word(void **state)
{
	(void)state;
	quotes("", "''");
	quotes("/tmp/out-1/new.log", "/tmp/out-1/new.log");
	quotes("two words", "'two words'");
	quotes("~x", "'~x'");
	quotes("it's", "'it'\\''s'");
	quotes("a\\b $(c)", "'a\\b $(c)'");
	quotes("\xC3\xA4", "'\xC3\xA4'");
	quotes("it's\n\\", "$'it\\'s\\x0A\\\\'");
	quotes("\xFF", "$'\\xFF'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_machine_that_tells_nothing),
		cmocka_unit_test(test_a_machine_that_tells_all),
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_topology),
		cmocka_unit_test(test_nodes),
		cmocka_unit_test(test_terminal_clean),
		cmocka_unit_test(test_terminal_word),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
