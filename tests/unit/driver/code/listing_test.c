/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static volatile int seen;

static __attribute__((cold, noinline)) void rarely(int x)
{
	seen = x;
}

/* gcc puts the call into a piece of its own. */
static __attribute__((noinline)) int divided(int x)
{
	if (x > 5)
		rarely(x * 3);
	return x + 1;
}

static size_t count(const struct string_list *lines, const char *word)
{
	size_t found = 0;

	for (size_t i = 0; i < lines->count; i++)
		found += strstr(lines->items[i], word) != NULL;
	return found;
}

static void test_cold_piece(void **state)
{
	struct string_list lines = { 0 };
	struct err e = { "" };

	(void)state;
	assert_int_equal(divided(seen), 1);
	if (listing_read(&lines, "/proc/self/exe", "divided", &e))
		fail_msg("%s", e.text);
	assert_true(count(&lines, "ret") > 0);
	assert_int_equal(count(&lines, "rarely"), 1);
	if (count(&lines, "divided.cold"))
		assert_true(string_list_has(&lines, "divided.cold"));
	string_list_release(&lines);
}

static void test_no_function(void **state)
{
	struct string_list lines = { 0 };
	struct err e = { "" };

	(void)state;
	assert_int_equal(listing_read(&lines, "/proc/self/exe", "no_such", &e), -1);
	assert_string_equal(e.text, "/proc/self/exe: no function no_such");
	assert_int_equal(lines.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_cold_piece),
		cmocka_unit_test(test_no_function) };

#ifdef __x86_64__
	return cmocka_run_group_tests(tests, NULL, NULL);
#else
	(void)tests;
	return 0;
#endif
}
