/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/huge_pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Is the mapping of this address one for which huge pages are wanted (proc(5), "hg")? */
static bool is_advised(const void *address)
{
	FILE *in = fopen("/proc/self/smaps", "r");
	char line[512];
	bool inside = false, advised = false;
	unsigned long from, to;

	assert_non_null(in);
	while (fgets(line, sizeof(line), in)) {
		if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
			inside = from <= (uintptr_t)address && (uintptr_t)address < to;
		else if (inside && !strncmp(line, "VmFlags:", 8))
			advised = strstr(line, " hg") != NULL;
	}
	fclose(in);
	return advised;
}

static void test_heap(void **state)
{
	void *blocks[8];

	(void)state;
	if (access("/sys/kernel/mm/transparent_hugepage", F_OK))
		skip();
	huge_pages_use();
	/* A sanitizer has a heap of its own, with nothing beside sbrk(). */
	blocks[0] = malloc(64);
	if ((uintptr_t)blocks[0] > (uintptr_t)sbrk(0)) {
		free(blocks[0]);
		skip();
	}
	free(blocks[0]);
	for (size_t i = 0; i < 8; i++) {
		blocks[i] = malloc(1 << 20);
		memset(blocks[i], 1, 1 << 20);
		assert_true(is_advised(blocks[i]));
	}
	for (size_t i = 0; i < 8; i++)
		free(blocks[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_heap) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
