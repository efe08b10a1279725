/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "compare/base/memory.h"
#include "compare/base/utf8.h"
#include "compare/report/report.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"
#include "tests/unit/support/build_log.h"

/* Everything that some format could trip over. */
#define NASTY "a|b <i>&\"c\", %0A::error:: \033[31m\n\xff\xe2\x80\xae```"

static int setup(void **state)
{
	struct built *f;
	struct log_benchmark *nasty;

	built_setup(state);
	f = *state;
	build_benchmark(&f->old, "s", NASTY, 10, 100, 0.002, 1, 1);
	nasty = build_benchmark(&f->new, "s", NASTY, 10, 150, 0.002, 2, 2);
	log_set_file(&f->new, nasty, "dir,1/a:b.c", 12);
	for (unsigned k = 0; k < 40; k++) {
		char *name = memory_format("same%u", k);

		build_benchmark(&f->old, "s", name, 10, 100, k < 20 ? 0.002 : 0.2, 1, 1);
		build_benchmark(&f->new, "s", name, 10, 100, k < 20 ? 0.002 : 0.2, 2, 2);
		free(name);
	}
	build_benchmark(&f->old, "t", "gone", 10, 100, 0.002, 1, 1);
	build_failure(build_benchmark(&f->old, "t", "bad", 0, 0, 0, 1, 1), OUTCOME_SKIPPED);
	build_failure(build_benchmark(&f->new, "t", "bad", 0, 0, 0, 1, 1), OUTCOME_SKIPPED);
	built_compare(f);
	return 0;
}

static char *written(
	const struct built *f, const char *format, const struct report_options *options)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	report_find(format)->write(&f->comparison, options, out);
	fclose(out);
	return text;
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("lacks '%s':\n%.3000s", part, text);
}

static void hasnt(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("holds '%s':\n%.3000s", part, text);
}

static size_t count(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)); text++)
		n++;
	return n;
}

static const char *const formats[] = { "text", "markdown", "csv", "json", "junit", "github" };

static void test_no_format_lets_a_name_through(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { .width = 80, .verbose = true };

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		char *text = written(f, formats[i], &options);

		hasnt(text, "\033");
		hasnt(text, "\xff");
		hasnt(text, "nan");
		hasnt(text, "inf,");
		for (const char *at = text; *at;) {
			uint32_t code;

			at += utf8_decode(at, &code);
			assert_int_not_equal(code, UTF8_INVALID);
		}
		free(text);
	}
}

static void test_same_bytes_twice(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { .width = 100 };

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		char *a = written(f, formats[i], &options),
		     *b = written(f, formats[i], &options);

		assert_string_equal(a, b);
		free(a);
		free(b);
	}
	assert_null(report_find("html5"));
}

static void test_words_of_the_option_name_the_formats(void **state)
{
	struct string_list words = { 0 };

	(void)state;
	string_list_split(&words, REPORT_FORMATS, "|");
	assert_int_equal(words.count, 6);
	assert_string_equal(words.items[0], "text");
	for (size_t i = 0; i < words.count; i++)
		assert_string_equal(report_find(words.items[i])->name, words.items[i]);
	string_list_release(&words);
}

static void test_text(void **state)
{
	const struct built *f = *state;
	struct report_options options = { 0 };
	char *text = written(f, "text", &options);

	has(text, "old   old.log, 43 benchmarks");
	has(text, "rule  paired, threshold");
	has(text, "x1");
	has(text, "\\x1b[31m\\n\\xff\\u202e```");
	has(text, "inconclusive");
	has(text, "20 inconclusive (15 more: -v)");
	has(text, "20 unchanged: the 90 % interval lies within 2 %");
	has(text, "1 was fine and now fails or is gone");
	has(text, "geometric mean of new / old");
	has(text, "old: skipped; new: skipped");
	free(text);
	options.verbose = true;
	text = written(f, "text", &options);
	has(text, "old   old.log, session one");
	has(text, "rule  paired (launches side by side in rounds)");
	free(text);
	options = (struct report_options){ .quiet = true, .color = true };
	text = written(f, "text", &options);
	hasnt(text, "more: -v");
	hasnt(text, "unchanged:");
	has(text, "t/gone");
	hasnt(text, "old   old.log");
	has(text, "\033[31m1 regressed\033[0m");
	free(text);
}

/* No line is wider than the terminal unless a single word is. */
static void test_text_fits(void **state)
{
	const struct built *f = *state;
	const size_t widths[] = { 70, 80, 120 };

	for (size_t i = 0; i < 3; i++) {
		const struct report_options options = { .width = widths[i], .verbose = true };
		char *text = written(f, "text", &options), *save = NULL;

		for (char *line = strtok_r(text, "\n", &save); line;
			line = strtok_r(NULL, "\n", &save))
			if (!strstr(line, "::error::") && strlen(line) > widths[i])
				fail_msg("wider than %zu: %s", widths[i], line);
		free(text);
	}
}

static const char *string_at(json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void test_json(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { 0 };
	char *text = written(f, "json", &options);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	json_t *rows = json_object_get(root, "rows"), *row;
	size_t i, gone = 0;

	assert_non_null(root);
	assert_string_equal(string_at(root, "schema"), "bdriver-compare-2");
	assert_int_equal(json_array_size(rows), f->comparison.row_count);
	row = json_array_get(rows, 0);
	assert_string_equal(string_at(row, "verdict"), "regressed");
	assert_float_equal(json_real_value(json_object_get(row, "time_ratio")), 1.5, 0.02);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(row, "old"), "launches")),
		10);
	json_array_foreach(rows, i, row) {
		if (strcmp(string_at(row, "verdict"), "removed") != 0)
			continue;
		gone++;
		assert_true(json_is_null(json_object_get(row, "new")));
		assert_true(json_is_null(json_object_get(row, "time_ratio")));
		assert_true(json_is_null(json_object_get(row, "smallest_detectable")));
	}
	assert_int_equal(gone, 1);
	assert_int_equal(json_integer_value(json_object_get(
				 json_object_get(root, "summary"), "regressed")),
		1);
	json_decref(root);
	free(text);
}

static void test_csv(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { 0 };
	char *text = written(f, "csv", &options);

	assert_int_equal(count(text, "\n"), f->comparison.row_count + 1);
	has(text, "\"s\",\"a|b <i>&\"\"c\"\", %0A::error:: "
		  "\\x1b[31m\\n\xef\xbf\xbd\\u202e```\",regressed,0,1.5");
	has(text, "\"t\",\"gone\",removed,0,,,,,,,");
	free(text);
}

static void test_markdown(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { 0 };
	char *text = written(f, "markdown", &options);

	has(text, "| s/a\\|b &lt;i&gt;&amp;\"c\"");
	assert_int_equal(count(text, "<details>"), count(text, "</details>"));
	has(text, "<details><summary>20 unchanged</summary>");
	has(text, "| t/gone |");
	free(text);
}

static void test_junit(void **state)
{
	const struct built *f = *state;
	const struct report_options options = { .fail_on = FAIL_ON_NEVER };
	char *text = written(f, "junit", &options);

	has(text, "tests=\"43\" failures=\"2\" skipped=\"1\"");
	has(text, "name=\"a|b &lt;i&gt;&amp;&quot;c&quot;, %0A::error:: \\x1b[31m&#10;");
	assert_int_equal(count(text, "<testcase"), 43);
	assert_int_equal(count(text, "<failure"), 2);
	assert_int_equal(count(text, "<skipped"), 1);
	free(text);
}

static void test_github(void **state)
{
	const struct built *f = *state;
	struct report_options options = { 0 };
	char *text = written(f, "github", &options);

	assert_ptr_equal(
		strstr(text, "::error file=dir%2C1/a%3Ab.c,line=12,title=s/a|b"), text);
	has(text, "%250A%3A%3Aerror%3A%3A \\x1b[31m%0A");
	has(text, "::error title=t/gone::removed");
	assert_int_equal(count(text, "\n::error ") + 1, 2);
	free(text);
	options.fail_on = FAIL_ON_NEVER;
	text = written(f, "github", &options);
	assert_int_equal(count(text, "::error "), 0);
	has(text, "::warning file=");
	free(text);
}

/* Nobody asks what 0 % of the launches of a busy machine are. */
static void test_busy_and_not_disturbed(void **state)
{
	struct built *f = *state;
	char *text;

	log_add_meta(&f->new, "load", "8.0");
	log_add_meta(&f->new, "cores", "4");
	log_add_meta(&f->new, "disturbed", "0 of 420 launches");
	text = words_machine(&f->comparison);
	assert_string_equal(text, "busy at the start, no launch disturbed");
	free(text);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, setup, built_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_no_format_lets_a_name_through),
		WITH(test_same_bytes_twice),
		WITH(test_busy_and_not_disturbed),
		cmocka_unit_test(test_words_of_the_option_name_the_formats),
		WITH(test_text),
		WITH(test_text_fits),
		WITH(test_json),
		WITH(test_csv),
		WITH(test_markdown),
		WITH(test_junit),
		WITH(test_github),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
