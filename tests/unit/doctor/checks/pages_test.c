/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/support/doctor_case.h"

/* Peak memory in KiB of launches of one and of two iterations. */
struct memory {
	int64_t one[5], two[5];
};

static void fill(struct log *log, const struct memory *memory)
{
	const double samples[] = { 100e3, 100e3, 100e3 };

	for (int i = 0; i < 5; i++)
		case_launch(log, "Bench", 1, samples, 3)->evidence->memory.peak_kib =
			memory->one[i];
	for (int i = 0; i < 5; i++)
		case_launch(log, "Bench", 2, samples, 3)->evidence->memory.peak_kib =
			memory->two[i];
}

static void expect(const char *check, const struct memory *memory, const char *verdict)
{
	struct log log = case_log();

	fill(&log, memory);
	assert_string_equal(case_verdict(&log, check), verdict);
}

static const struct memory even = { { 4000, 4000, 4004, 4000, 4000 },
	{ 4000, 4008, 4000, 4000, 4000 } };
/* 15 pages are 60 KiB. */
static const struct memory at_limit = { { 4000, 4000, 4000, 4000, 4000 },
	{ 4060, 4060, 4060, 4060, 4060 } };
static const struct memory beyond = { { 4000, 4000, 4000, 4000, 4000 },
	{ 4064, 4064, 4064, 4064, 4064 } };
static const struct memory shrinks = { { 4064, 4064, 4064, 4064, 4064 },
	{ 4000, 4000, 4000, 4000, 4000 } };
static const struct memory ranges = { { 4000, 4200, 4100, 4000, 4000 },
	{ 4120, 4200, 4300, 4120, 4120 } };
static const struct memory unknown = { { -1, -1, -1, -1, -1 }, { -1, -1, -1, -1, -1 } };
static const struct memory half_known = { { 4000, 4000, 4000, 4000, 4000 },
	{ -1, -1, -1, -1, -1 } };

static void test_growth(void **state)
{
	(void)state;
	expect("memory-growth", &even, "none");
	expect("memory-growth", &at_limit, "none");
	expect("memory-growth", &beyond, "error");
	expect("memory-growth", &shrinks, "error");
	/* 30 pages more, but launches alike differ by 50. */
	expect("memory-growth", &ranges, "none");
	expect("memory-growth", &half_known, "none");
}

static void test_range(void **state)
{
	(void)state;
	expect("memory-range", &even, "none");
	expect("memory-range", &beyond, "none");
	expect("memory-range", &ranges, "warning");
	expect("memory-range", &half_known, "none");
}

/* What was resident before the set-up is the programs' and the libraries'. */
static void expect_over_base(const char *check, const struct memory *memory,
	const struct memory *base, const char *verdict)
{
	struct log log = case_log();

	fill(&log, memory);
	for (int i = 0; i < 5; i++) {
		log.benchmarks[0].launches[i].evidence->memory.base_kib = base->one[i];
		log.benchmarks[0].launches[i + 5].evidence->memory.base_kib = base->two[i];
	}
	assert_string_equal(case_verdict(&log, check), verdict);
}

static void test_what_was_there_before_does_not_count(void **state)
{
	static const struct memory moves = { { 3000, 3200, 3100, 3000, 3000 },
		{ 3000, 3000, 3000, 3000, 3000 } };
	static const struct memory with_it = { { 4000, 4200, 4100, 4000, 4000 },
		{ 4000, 4000, 4000, 4000, 4000 } };
	static const struct memory same = { { 3000, 3000, 3000, 3000, 3000 },
		{ 3000, 3000, 3000, 3000, 3000 } };
	static const struct memory steps = { { 3000, 3000, 3000, 3000, 3000 },
		{ 3064, 3064, 3064, 3064, 3064 } };

	(void)state;
	expect_over_base("memory-range", &with_it, &moves, "none");
	expect_over_base("memory-range", &with_it, &same, "warning");
	expect_over_base("memory-growth", &beyond, &steps, "none");
	expect_over_base("memory-growth", &beyond, &same, "error");
}

static void test_unknown_is_not_answered(void **state)
{
	struct log log = case_log();
	struct audit audit;
	bool growth = false;

	(void)state;
	fill(&log, &unknown);
	audit = case_audit(&log);
	for (size_t i = 0; i < audit.unanswered_count; i++)
		if (!strcmp(audit.unanswered[i].check->name, "memory-growth")) {
			growth = true;
			assert_int_equal(audit.unanswered[i].missing, NEED_MEMORY);
			assert_int_equal(audit.unanswered[i].benchmarks, 1);
		}
	assert_true(growth);
	audit_release(&audit);
	log_release(&log);
}

static bool is_unanswered(const struct audit *audit, const char *check)
{
	for (size_t i = 0; i < audit->unanswered_count; i++)
		if (!strcmp(audit->unanswered[i].check->name, check))
			return true;
	return false;
}

/* Launches of `bdriver run` differ in memory by address space randomisation. */
static void test_memory_of_plain_runs(void **state)
{
	(void)state;
	for (int plain = 0; plain <= 1; plain++) {
		struct log log = case_log();
		struct audit audit;

		for (uint32_t k = 1; k <= 5; k++) {
			struct launch *launch = case_add(&log, "Bench", 1, 100e3, 20);

			launch->round = k;
			launch->evidence->memory.peak_kib = 4000 + 40 * (int64_t)k;
		}
		if (plain)
			log.source.random_layout = true;
		audit = case_audit(&log);
		assert_true((case_finding(&audit, "memory-range", "Bench") == NULL) == plain);
		assert_true(is_unanswered(&audit, "memory-range") == plain);
		audit_release(&audit);
		log_release(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_growth),
		cmocka_unit_test(test_range),
		cmocka_unit_test(test_what_was_there_before_does_not_count),
		cmocka_unit_test(test_unknown_is_not_answered),
		cmocka_unit_test(test_memory_of_plain_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
