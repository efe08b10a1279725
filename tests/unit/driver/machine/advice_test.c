/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver/machine/advice.h"

static const char *advice(const struct machine_advices *findings, const char *what)
{
	for (size_t i = 0; i < findings->count; i++)
		if (strcmp(findings->items[i].what, what) == 0)
			return findings->items[i].advice;
	fail_msg("nothing on %s", what);
	return NULL;
}

static const struct machine quiet = { .host = "h",
	.cpu_model = "c",
	.microcode = "m",
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

static const struct machine loud = { .host = "h",
	.cpu_model = "c",
	.microcode = "m",
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

static void test_findings(void **state)
{
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
			strcmp(findings.items[i].what, "microcode") != 0 &&
			strcmp(findings.items[i].what, "kernel") != 0)
			assert_non_null(findings.items[i].advice);
	assert_non_null(strstr(advice(&findings, "governor"), "performance"));
	machine_advices_release(&findings);
}

/* The siblings of a virtual machine's threads are hidden. */
static void test_hidden_siblings(void **state)
{
	struct machine machine = quiet;
	struct machine_advices findings = { 0 };

	(void)state;
	machine.smt = "notsupported";
	machine_judge(&findings, &machine);
	assert_null(advice(&findings, "smt"));
	machine_advices_release(&findings);
	machine.virtualisation = "kvm";
	machine_judge(&findings, &machine);
	assert_non_null(strstr(advice(&findings, "smt"), "another guest"));
	machine_advices_release(&findings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_hidden_siblings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
