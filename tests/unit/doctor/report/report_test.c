/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "doctor/report/report.h"
#include "tests/unit/support/doctor_case.h"

static char *written(const struct audit *audit, const char *format)
{
	const struct audit_report_options options = {
		.width = 80, .infos = true, .verbose = true
	};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	audit_format_find(format)->write(audit, &options, out);
	fclose(out);
	return text;
}

/* In every form: no number that is none, and nothing from a name that could do harm. */
static void test_reports(void **state)
{
	static const char *const formats[] = { "text", "markdown", "json", "junit", "github" };
	struct log log = case_mixed();
	struct audit audit;

	(void)state;
	case_bench(&log, "Bad\033[31m|<&>\n::error::\xff", case_short_work, 0);
	audit = case_audit(&log);
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		char *text = written(&audit, formats[i]);

		assert_non_null(strstr(text, "TwoErrors"));
		assert_null(strchr(text, '\033'));
		assert_null(strchr(text, '\xff'));
		assert_null(strstr(text, "\n::error::"));
		assert_null(strstr(text, " nan"));
		assert_null(strstr(text, "NaN"));
		free(text);
	}
	audit_release(&audit);
	log_release(&log);
}

static void test_json(void **state)
{
	static const char *const keys[] = { "check", "severity", "suite", "benchmark",
		"message", "evidence", "file", "line", "waived" };
	struct log log = case_mixed();
	struct audit audit = case_audit(&log);
	char *text = written(&audit, "json");
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *finding;

	(void)state;
	assert_non_null(root);
	assert_string_equal(
		json_string_value(json_object_get(root, "schema")), "bdriver-doctor-1");
	assert_int_equal(json_integer_value(json_object_get(root, "checked")), 5);
	assert_int_equal(json_array_size(json_object_get(root, "findings")), 5);
	finding = json_array_get(json_object_get(root, "findings"), 0);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		assert_non_null(json_object_get(finding, keys[i]));
	json_decref(root);
	free(text);
	audit_release(&audit);
	log_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reports),
		cmocka_unit_test(test_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
