/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/redefined.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/verdict/comparison.h"

#define ASV(version, ns)                                                                     \
	"{\"commit_hash\": \"0f1e\", \"env_name\": \"e\", \"result_columns\": [\"result\", " \
	"\"params\", \"version\"], \"results\": {\"time_a\": [[" ns "e-9], [], \"" version   \
	"\"], \"time_b\": [[1e-6], [], \"1\"]}}"
#define JMH(mode)                                                                         \
	"[{\"benchmark\":\"run\",\"mode\":\"" mode "\",\"primaryMetric\":{\"scoreUnit\":" \
	"\"us/op\",\"rawData\":[[1],[2]]}}]"
#define OWN(checksums, items)                                                                \
	"# bdriver-log: 1\nsuite,benchmark,round,status,iterations,checksum,items,samples\n" \
	"s,x,1,ok,1," checksums "," items ",5\ns,x,2,exit,1,,,\ns,x,3,ok,1,0b," items ",5\n" \
	"# end: 3\n"

/* Two files, and what is said of the row; NULL: nothing. */
static const struct {
	const char *old, *new, *why;
} pairs[] = {
	{ ASV("1", "10"), ASV("1", "30"), NULL },
	{ ASV("1", "10"), ASV("2", "30"), "another version" },
	{ JMH("avgt"), JMH("avgt"), NULL },
	{ JMH("avgt"), JMH("ss"), "mode avgt, ss" },
	{ OWN("0b", "7"), OWN("0b", "7"), NULL },
	{ OWN("0b", "7"), OWN("0b", "8"), "other items per iteration" },
	{ OWN("0b", "7"), OWN("0b", ""), "other items per iteration" },
	/* Launches that differ among each other say nothing of the other log. */
	{ OWN("0c", "7"), OWN("0b", "7"), NULL },
};

static void read_text(struct log *log, const char *path, const char *text)
{
	struct err e;

	if (log_read_buffer(log, path, text, strlen(text), LOG_KEEP_SUMMARIES, &e) < 0)
		fail_msg("%s", e.text);
}

static void test_pairs(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		struct comparison c = { 0 };
		struct log old = { 0 }, new = { 0 };
		const char *why = pairs[i].why;
		char *line;
		struct err e;

		read_text(&old, "old", pairs[i].old);
		read_text(&new, "new", pairs[i].new);
		if (comparison_make(&c, &old, &new, &COMPARE_OPTIONS_DEFAULT, &e))
			fail_msg("%s", e.text);
		line = redefined_line(&c);
		assert_int_equal(line != NULL, why != NULL);
		for (size_t k = 0; k < c.row_count; k++) {
			AUTO_FREE char *notes = string_list_join(row_notes(&c.rows[k]), "; ");

			assert_int_equal(c.rows[k].redefined,
				why && strcmp(c.rows[k].name, "time_b") != 0);
			if (why && c.rows[k].redefined)
				assert_non_null(strstr(notes, why));
		}
		if (why && line)
			assert_non_null(strstr(line, why));
		free(line);
		comparison_release(&c);
		log_release(&old);
		log_release(&new);
	}
}

/* Another checksum of our own suites; the line names three of them. */
static void test_many(void **state)
{
	struct comparison c = { 0 };
	struct log log[2] = { 0 };
	char *line;
	struct err e;

	(void)state;
	for (int side = 0; side < 2; side++) {
		struct string_list rows = { 0 };
		char *text;

		string_list_add(&rows,
			"# bdriver-log: 1\nsuite,benchmark,round,status,iterations,checksum,"
			"samples\n");
		for (int i = 0; i < 5; i++)
			string_list_addf(&rows, "s,x%d,1,ok,1,0%d,5\n", i, i + side);
		text = string_list_finish(&rows, "");
		read_text(&log[side], "a", text);
		free(text);
	}
	if (comparison_make(&c, &log[0], &log[1], &COMPARE_OPTIONS_DEFAULT, &e))
		fail_msg("%s", e.text);
	line = redefined_line(&c);
	assert_non_null(strstr(line, "x0 (another checksum)"));
	assert_non_null(strstr(line, "2 more. Their changes are not"));
	assert_true(string_list_has(&c.caveats, line));
	free(line);
	comparison_release(&c);
	log_release(&log[0]);
	log_release(&log[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
