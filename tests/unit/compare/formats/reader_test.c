/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/reader.h"

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "tests/fuzz/log_promises.h"
#include "tests/unit/support/forms.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))
#define EACH(p, list) for (const char *const *p = list; p < (list) + COUNT(list); p++)

/* Whatever it reads keeps its promises. Returns 0 or -1 as the reader does. */
static int read_bytes(struct log *log, const char *bytes, size_t size)
{
	struct err e = { "" };

	memset(log, 0, sizeof(*log));
	if (log_read_buffer(log, "file", bytes, size, LOG_KEEP_SAMPLES, &e) == 0) {
		promise_log(log);
		return 0;
	}
	if (strncmp(e.text, "file:", 5) != 0)
		fail_msg("an error that does not name the file: %s", e.text);
	return -1;
}

static const struct log_benchmark *find(
	const struct log *log, const struct form *f, const char *name)
{
	char *full = memory_format("%s%s", f->group, name);
	const struct log_benchmark *found = log_find(log, f->suite, full, "");

	free(full);
	return found;
}

static bool same_results(const struct log_benchmark *a, const struct log_benchmark *b)
{
	if (!a || !b || a->launch_count != b->launch_count)
		return false;
	for (size_t i = 0; i < a->launch_count; i++)
		if (a->launches[i].status != b->launches[i].status ||
			a->launches[i].time.min != b->launches[i].time.min ||
			a->launches[i].sample_count != b->launches[i].sample_count)
			return false;
	return true;
}

static void read_whole(struct log *log, const struct form *f, struct form_text *text)
{
	*text = form_text(f, "Second", "5678");
	if (read_bytes(log, text->bytes, text->size) < 0)
		fail_msg("%s: %s", f->what, text->bytes);
	if (log->warning_count != f->warnings)
		fail_msg("%s: %s", f->what, log->warnings[0].text);
	assert_string_equal(log->format, f->format);
	assert_true(log->complete);
	assert_int_equal(log->benchmark_count, 3);
	assert_true(find(log, f, "Second")->launches[0].time.min >
		    4 * find(log, f, "First")->launches[0].time.min);
}

static void test_whole(void **state)
{
	(void)state;
	EACH_FORM(f)
	{
		struct form_text text;
		struct log log;

		read_whole(&log, f, &text);
		log_release(&log);
		free(text.bytes);
	}
}

/* Cut at every byte: what is read stood there, and what is missing is told. */
static void cut(const struct form *f, const struct form_text *text, const struct log *whole,
	size_t size)
{
	struct log log;

	if (read_bytes(&log, text->bytes, size) < 0)
		goto out;
	for (size_t i = 0; i < log.benchmark_count; i++) {
		const struct log_benchmark *b = &log.benchmarks[i];

		if (!same_results(b, log_find(whole, b->suite, b->name, "")))
			fail_msg("%s: '%s' is another when cut at %zu", f->what, b->name, size);
	}
	if (!log.complete && !log.warning_count)
		fail_msg("%s: cut at %zu without a word", f->what, size);
	if (log.complete && size < text->size - 1 && !f->ends_unmarked)
		fail_msg("%s: complete, though cut at %zu of %zu", f->what, size, text->size);
out:
	log_release(&log);
}

static void test_cut_at_every_byte(void **state)
{
	(void)state;
	EACH_FORM(f)
	{
		struct form_text text;
		struct log whole;

		read_whole(&whole, f, &text);
		for (size_t n = 0; n < text.size; n++)
			cut(f, &text, &whole, n);
		log_release(&whole);
		free(text.bytes);
	}
}

/* A row in the middle is damaged: the others stay, and it is told if it is gone. */
static void damage(const struct form *f, const struct log *whole, const struct form_text *text,
	size_t from, size_t to, const char *with)
{
	char *bytes = memory_format("%.*s%s%s", (int)from, text->bytes, with, text->bytes + to);
	struct log log;

	if (read_bytes(&log, bytes, strlen(bytes)) < 0)
		fail_msg("%s: nothing was read of %s", f->what, bytes);
	if (!same_results(find(&log, f, "First"), find(whole, f, "First")) ||
		!same_results(find(&log, f, "Last"), find(whole, f, "Last")))
		fail_msg("%s: the other rows are not what they were: %s", f->what, bytes);
	if (log.row_count < whole->row_count && log.warning_count <= f->warnings)
		fail_msg("%s: a row is missing without a word: %s", f->what, bytes);
	log_release(&log);
	free(bytes);
}

/* The end of the JSON value at p. */
static const char *json_end(const char *p)
{
	int depth = 0;

	do {
		if (*p == '"')
			for (p++; *p != '"'; p++)
				;
		depth += (*p == '[' || *p == '{') - (*p == ']' || *p == '}');
		p++;
	} while (depth > 0 || (strchr("\"]}", p[-1]) == NULL && !strchr(",]}", *p)));
	return p;
}

static const char *const wrong_json[] = { "null", "true", "false", "\"\"", "\"x\"", "0", "7",
	"-1", "1e999", "-1e999", "1e-999", "99999999999999999999", "[]", "{}", "[null]",
	"[[[1]]]", "{\"x\":{}}" };
static const char *const wrong_cells[] = { "", "x", "0", "7", "-1", "1.5", "1e999", "NaN",
	"-Infinity", "99999999999999999999", "1 2", "\"\"" };

static void damage_json(
	const struct form *f, const struct log *whole, const struct form_text *text)
{
	for (size_t i = text->from + 1; i < text->to - 1; i++) {
		const char *p = text->bytes + i, *end;

		if (!strchr(":[,{", p[-1]) || *p == '\n')
			continue;
		end = json_end(p);
		if (*end == ':' || end > text->bytes + text->to)
			continue;
		EACH(with, wrong_json)
		damage(f, whole, text, i, (size_t)(end - text->bytes), *with);
	}
}

static void damage_cells(
	const struct form *f, const struct log *whole, const struct form_text *text)
{
	const char *stop = text->bytes + text->to;

	for (const char *p = text->bytes + text->from; p < stop;) {
		size_t n = strcspn(p, ", \t\n");

		EACH(with, wrong_cells)
		damage(f, whole, text, (size_t)(p - text->bytes), (size_t)(p - text->bytes) + n,
			*with);
		p += n + 1;
	}
}

static void test_wrong_types(void **state)
{
	(void)state;
	EACH_FORM(f)
	{
		struct form_text text;
		struct log whole;

		read_whole(&whole, f, &text);
		(f->coding == JSON ? damage_json : damage_cells)(f, &whole, &text);
		log_release(&whole);
		free(text.bytes);
	}
}

/* Numbers that are no times. */
static void test_no_times(void **state)
{
	static const char *const times[] = { "NaN", "nan", "Infinity", "-Infinity", "inf",
		"-inf", "-1", "1e300", "1e999", "-1e999" };

	(void)state;
	EACH_FORM(f)
	EACH(time, times)
	{
		struct form_text whole_text, text = form_text(f, "Second", *time);
		const struct log_benchmark *b;
		struct log log, whole;

		read_whole(&whole, f, &whole_text);
		if (read_bytes(&log, text.bytes, text.size) < 0)
			fail_msg("%s: nothing was read with %s", f->what, *time);
		b = find(&log, f, "Second");
		if (b && b->launches[0].status == OUTCOME_OK)
			fail_msg("%s: %s is a time of %g ns", f->what, *time,
				b->launches[0].time.min);
		if (log.warning_count <= f->warnings && !b)
			fail_msg("%s: %s without a word", f->what, *time);
		if (!same_results(find(&log, f, "Last"), find(&whole, f, "Last")))
			fail_msg("%s: %s costs the row behind it", f->what, *time);
		log_release(&log);
		log_release(&whole);
		free(text.bytes);
		free(whole_text.bytes);
	}
}

static void test_hostile_names(void **state)
{
	(void)state;
	EACH_FORM(f)
	EACH_HOSTILE_NAME(name)
	{
		struct form_text text = form_text(f, *name, "5678");
		bool carried = !strpbrk(*name, f->cannot);
		struct log log;

		if (read_bytes(&log, text.bytes, text.size) < 0)
			fail_msg("%s: nothing was read of %s", f->what, text.bytes);
		if (!find(&log, f, "First") || !find(&log, f, "Last"))
			fail_msg("%s: '%s' costs other rows", f->what, *name);
		if (carried && (!find(&log, f, *name) || log.warning_count != f->warnings))
			fail_msg("%s: there is no '%s': %s", f->what, *name,
				log.warning_count ? log.warnings[0].text : text.bytes);
		log_release(&log);
		free(text.bytes);
	}
}

/* The name is there, or, beyond the limit of a line, told of. */
static void read_long_name(const struct form *f, size_t length)
{
	char *name = malloc(length + 1);
	struct form_text text;
	struct log log;

	assert_non_null(name);
	memset(name, 'n', length);
	name[length] = '\0';
	text = form_text(f, name, "5678");
	if (read_bytes(&log, text.bytes, text.size) < 0 && !f->one_piece)
		fail_msg("%s: nothing was read with a name of %zu", f->what, length);
	if (log.row_count && !find(&log, f, "First"))
		fail_msg("%s: a name of %zu costs other rows", f->what, length);
	if (!find(&log, f, name) &&
		(length < LINE_SIZE_MAX || (log.row_count && log.warning_count <= f->warnings)))
		fail_msg("%s: no name of %zu", f->what, length);
	log_release(&log);
	free(text.bytes);
	free(name);
}

static void test_long_names(void **state)
{
	static const size_t lengths[] = { 300, 5000, 70000, 1 << 20 };

	(void)state;
	EACH_FORM(f)
	for (size_t i = 0; i < COUNT(lengths); i++)
		read_long_name(f, lengths[i]);
	/* One of each way of reading: lines, pieces of JSON, JSON as a whole. */
	EACH_FORM(f)
	if (f == forms || strcmp(f->what, "hyperfine") == 0 || strcmp(f->what, "pyperf") == 0)
		read_long_name(f, LINE_SIZE_MAX + 1000);
}

static void test_names_that_are_not_utf8(void **state)
{
	static const char *const names[] = { "byte\xff", "cut\xC3", "overlong\xC0\xAF",
		"half\xED\xA0\x80", "beyond\xF4\x90\x80\x80", "\x80" };

	(void)state;
	EACH_FORM(f)
	EACH(name, names)
	{
		struct form_text text = form_text(f, *name, "5678");
		struct log log;

		if (read_bytes(&log, text.bytes, text.size) < 0 ? !f->one_piece
								: !find(&log, f, "First"))
			fail_msg("%s: nothing was read of %s", f->what, text.bytes);
		if (find(&log, f, *name) || (log.row_count && !log.warning_count))
			fail_msg("%s: %s", f->what, *name);
		/* A damaged row of lines costs itself only. */
		if (log.complete && log.row_count && !find(&log, f, "Last"))
			fail_msg("%s: %s costs the row behind it", f->what, *name);
		log_release(&log);
		free(text.bytes);
	}
}

/* Those of rows without a result too: the log promises UTF-8. */
static void test_skipped_names_that_are_not_utf8(void **state)
{
	static const char *const texts[] = {
		"#,TEST,SAMPLES,MIN(us),MAX(us)\n1,First,2,1,2\n2,b\xff,Unsupported\n",
		"--- CONFIG ---\nSkipping unsupported benchmark b\xff!\n",
		"goos: linux\n--- SKIP: Benchmarkb\xff\n--- FAIL: Benchmark\xff\n",
	};

	(void)state;
	EACH(text, texts)
	{
		struct log log;

		assert_int_equal(read_bytes(&log, *text, strlen(*text)), 0);
		assert_true(log.row_count <= 1 && log.warning_count);
		log_release(&log);
	}
}

/* Each reader of the table is tested here. */
static void test_all_readers(void **state)
{
	(void)state;
	for (const struct reader *const *reader = log_readers; *reader; reader++) {
		size_t i = 0;

		while (i < form_count && strcmp(forms[i].format, (*reader)->name) != 0)
			i++;
		/* The name of a sample.json stands in its path. */
		if (i == form_count && *reader != &reader_criterion_sample)
			fail_msg("no form of %s is tested", (*reader)->name);
	}
}

/* Without arguments the tests; `reader_test FORM ROWS NAMES` prints a file, for
 * tests/cli/compare/formats_growth.sh, and `reader_test --forms` the names of all forms. */
static int print(char **args, int count)
{
	EACH_FORM(f)
	if (strcmp(args[1], "--forms") == 0)
		puts(f->what);
	else if (count == 4 && strcmp(args[1], f->what) == 0)
		form_rows(stdout, f, strtoul(args[2], NULL, 10), strtoul(args[3], NULL, 10));
	return 0;
}

int main(int count, char **args)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_readers),
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_cut_at_every_byte),
		cmocka_unit_test(test_wrong_types),
		cmocka_unit_test(test_no_times),
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_names_that_are_not_utf8),
		cmocka_unit_test(test_skipped_names_that_are_not_utf8),
	};

	return count > 1 ? print(args, count) : cmocka_run_group_tests(tests, NULL, NULL);
}
