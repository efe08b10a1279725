/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "doctor/report/words.h"
#include "tests/unit/support/doctor_case.h"

/* In logs of a paired run the builds of a benchmark have names of their own. */
static void test_builds_are_told_apart(void **state)
{
	struct log log = case_log();
	struct audit audit;
	char *name;

	(void)state;
	log_add_launch(log_add_benchmark(&log, "s", "Bench", "new"))->status = OUTCOME_SKIPPED;
	audit = case_audit(&log);
	name = audit_words_name(&audit, &audit.benches.items[0]);
	assert_string_equal(name, "Bench (new)");
	free(name);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_builds_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
