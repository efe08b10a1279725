/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/page/page.h"

static void test_json(void **state)
{
	json_t *json = json_string("</script><!--\xe2\x80\xa8\"");
	json_t *array = json_array();
	char *text;

	(void)state;
	json_array_append_new(array, json);
	text = page_json(array);
	assert_string_equal(text, "[\"\\u003c/script>\\u003c!--\\u2028\\\"\"]");
	free(text);
	json_decref(array);
}

static void test_page(void **state)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	page_write(&(struct page){ .title = "<old> & \"new\"", .summary = "</noscript>" },
		json_pack("{ss}", "a", "<"), out);
	fclose(out);
	assert_non_null(strstr(text, "<title>&lt;old&gt; &amp; "));
	assert_null(strstr(text, "<p></noscript>"));
	assert_non_null(strstr(text, "id=\"data\">{\"a\":\"\\u003c\""));
	assert_non_null(strstr(text, "d3"));
	assert_string_equal(text + size - strlen("</html>\n"), "</html>\n");
	free(text);
}

/* What the assembler put in is whole. */
static void test_assets(void **state)
{
	struct asset css = asset_find("page.css"), d3 = asset_find("d3.js");

	(void)state;
	assert_int_equal(strlen(css.text), css.size);
	assert_int_equal(css.text[css.size - 1], '\n');
	assert_int_equal(strlen(d3.text), d3.size);
	assert_null(strstr(d3.text, "</script"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_page),
		cmocka_unit_test(test_assets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
