/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/cut_number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The part between < and > is what was found. */
static int kind_of(const char *marked)
{
	char text[100] = "";
	size_t start = strcspn(marked, "<"), end = strcspn(marked, ">");

	snprintf(text, sizeof(text), "%.*s%.*s%s", (int)start, marked, (int)(end - start - 1),
		marked + start + 1, marked + end + 1);
	return (int)cut_number(text, strlen(text), start, end - start - 1).kind;
}

static void whole_numbers(void **state)
{
	static const char *const texts[] = { "<12>", "time: <12.75> s", "<12>ms", "took <12>.",
		"n-8: <12>", "2-<12>", "<12>, 75", "a,<0.123>,0.456", "a,<12.5>,13",
		"100,<12.5>", "...<12>", "<12>%", "<12>e", "<1e5> s", "t<12>", "<>", "<x>5",
		"<-5>", "+<5>", "<0.123>,456" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (kind_of(texts[i]) != NUMBER_WHOLE)
			fail_msg("%s", texts[i]);
}

static void cut_numbers(void **state)
{
	static const char *const texts[] = { "<12>3", "1<23>", "<12>e5", "<1.2>E-5", "1e<5>",
		"1e-<5>", "<0>x1F" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (kind_of(texts[i]) != NUMBER_CUT)
			fail_msg("%s", texts[i]);
}

static void numbers_that_a_character_parts(void **state)
{
	static const char *const texts[] = { "<12>,75 s", "<0>,123", "12,<75> s", "<1>,234.5",
		"1,<234.5>", "<1.234>,5", "<1>'234", "<1>_000", "<1>\u202f234", "1\u00a0<234>",
		"<1.2>.3", "<1>:02.5", "0m<1.234>s", "<0>m1.234s", " -<5>", "=-<5>", ".<75>",
		"-.<5>", "<1>,234,567.8", "1,234,<567.8>" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (kind_of(texts[i]) != NUMBER_PARTED)
			fail_msg("%s", texts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(whole_numbers),
		cmocka_unit_test(cut_numbers),
		cmocka_unit_test(numbers_that_a_character_parts) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
