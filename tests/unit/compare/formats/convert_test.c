/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/formats/writer.h"
#include "compare/verdict/comparison.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/bd_convert_XXXXXX";
static char path[64], again[64];

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.log", folder);
	snprintf(again, sizeof(again), "%s/b.log", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static int remove_logs(void **state)
{
	(void)state;
	unlink(path);
	unlink(again);
	return 0;
}

static void read_text(struct log *log, const char *text)
{
	struct err e;

	memset(log, 0, sizeof(*log));
	if (log_read_buffer(log, "in.log", text, strlen(text), LOG_KEEP_SAMPLES, &e) < 0)
		fail_msg("%s", e.text);
}

static char *content(const char *name)
{
	FILE *f = fopen(name, "re");
	char *text = calloc(1, 65536);

	assert_non_null(f);
	assert_true(fread(text, 1, 65535, f) > 0);
	fclose(f);
	return text;
}

static void convert_to(const struct log *log, const char *name)
{
	FILE *out = fopen(name, "we");

	assert_non_null(out);
	writer_bdriver.write(log, out);
	assert_int_equal(fclose(out), 0);
}

/* Converts the text to `path`, that to `again`; both must be the same file. */
static char *convert_twice(const char *text)
{
	char *first, *second;
	struct log log = { 0 };
	struct err e;

	read_text(&log, text);
	convert_to(&log, path);
	log_release(&log);
	assert_int_equal(log_read(&log, path, LOG_KEEP_SAMPLES, &e), 0);
	convert_to(&log, again);
	log_release(&log);
	first = content(path);
	second = content(again);
	assert_string_equal(first, second);
	free(second);
	return first;
}

#define COLUMNS                                                                             \
	"suite,benchmark,build,stage,round,attempt,position,worker,cpu,status,detail,"      \
	"iterations,tuned_iterations,clock_step_ns,checksum,verified,items,bytes,counters," \
	"file,"                                                                             \
	"line,"                                                                             \
	"code_fingerprint,"                                                                 \
	"code_bytes,setup_ns,cpu_ns,wall_ns,peak_kib,base_kib,voluntary_switches,"          \
	"involuntary_switches,"                                                             \
	"minor_faults,major_faults,migrations,run_delay_ns,core_low,core_high,leftover,"    \
	"disturbed,turn_ns,settle_ns,turn_samples,samples"

/* Rows of two benchmarks take turns; failed launches have empty cells. */
static void test_our_own_log_is_unchanged(void **state)
{
	static const char text[] =
		"# bdriver-log: 1\n# host: a\n# session: x\n" COLUMNS "\n"
		"\"s\",\"A "
		"\"\"q\"\"\",\"new\",1,1,1,1,0,0,ok,\"\",6,6,20,00000000000004cd,1,10000,,"
		"\"{\"\"a "
		"b\"\":1.5}\",\"a.c\",46,\"1f\",814,3735,172496,173748,1548,1544,0,0,0,0,0,0,1."
		"004,"
		"1.61,0,\"\","
		"250000,50000,\"1 0 1\",\"5728.5 "
		"5706.833\"\n"
		"\"s\",\"B\\x07\",\"new\",,1,2,,,,signal,\"11 \\\\ "
		"x\",,,,,,,,\"\",\"\",,\"\",,,,,,,,,,,,,,,2,"
		"\"\",,,\"\",\"\"\n"
		"\"s\",\"A "
		"\"\"q\"\"\",\"new\",1,2,1,2,0,0,ok,\"\",6,6,20,00000000000004cd,1,10000,,"
		"\"\",\"a.c\",46,\"1f\",,3735.5,1,2,1548,1544,0,0,0,0,0,0,,,,\"cpu "
		"delay\",,,\"\",\"1e-05 "
		"123456789012\"\n"
		"# end: 3\n";
	char *copy;

	(void)state;
	copy = convert_twice(text);
	assert_string_equal(copy, text);
	free(copy);
}

static void test_quantiles_stay_quantiles(void **state)
{
	char *copy = convert_twice("#,TEST,SAMPLES,MIN(us),MAX(us),MEAN(us),SD(us),MEDIAN(us)\n"
				   "1,A,20,715,1281,726,47,720\n"
				   "2,B,2,715,1281,726,47,720\n3,C,Unsupported\n");
	struct log log = { 0 };
	struct launch *l;
	struct err e;

	(void)state;
	assert_non_null(strstr(copy, "\"\",\"715000 720000 1281000\",20,726000,47000\n"));
	assert_non_null(strstr(copy, "\"715000 1281000\",\"\",,,\n"));
	assert_non_null(strstr(copy, "# sample-order: sorted\n"));
	assert_non_null(strstr(copy, "# converted-from: in.log (swift-csv)\n"));
	assert_int_equal(log_read(&log, path, LOG_KEEP_SUMMARIES, &e), 0);
	assert_true(log.complete);
	assert_int_equal(log.row_count, 3);
	l = log_find(&log, "Swift", "A", "")->launches;
	assert_true(l->time.min == 715e3 && l->time.median == 720e3 && l->time.max == 1281e3);
	assert_true(l->time.mean == 726e3 && l->time.sd == 47e3 && l->clock_step_ns == 1000);
	assert_int_equal(l->sample_count, 20);
	log_release(&log);
	free(copy);
}

static void test_incomplete_stays_incomplete(void **state)
{
	char *copy = convert_twice("# bdriver-log: 1\n" COLUMNS "\n");

	(void)state;
	assert_null(strstr(copy, "# end"));
	free(copy);
}

/* Three launches of one benchmark, of 100 iterations a sample, as --verbose prints them. */
#define VERBOSE_LAUNCH(a, b)                                                              \
	"Running A\n    Measuring with scale 100.\n    Sample 0," #a "\n    Sample 1," #b \
	"\n1,A,2," #a "," #b "," #a ",0," #b "\n"
#define VERBOSE(x, y, z)                                                                   \
	"--- CONFIG "                                                                      \
	"---\n#,TEST,SAMPLES,MIN(us),MAX(us),MEAN(us),SD(us),MEDIAN(us)\n" VERBOSE_LAUNCH( \
		x, 99) VERBOSE_LAUNCH(y, 99) VERBOSE_LAUNCH(z, 99)

static struct row compared(const struct log *old, const struct log *new)
{
	struct comparison comparison = { 0 };
	struct row row;
	struct err e;

	if (comparison_make(&comparison, old, new, &COMPARE_OPTIONS_DEFAULT, &e) < 0)
		fail_msg("%s", e.text);
	assert_int_equal(comparison.rule, RULE_UNPAIRED);
	row = comparison.rows[0];
	comparison_release(&comparison);
	return row;
}

/* Values of a foreign log are rounded per iteration, also after it was converted. */
static void test_converted_logs_compare_like_their_sources(void **state)
{
	struct log old, new, old_copy = { 0 }, new_copy = { 0 };
	struct row source, copy;
	struct err e;

	(void)state;
	read_text(&old, VERBOSE(10, 11, 10));
	read_text(&new, VERBOSE(12, 12, 13));
	assert_int_equal(old.benchmarks[0].launches[0].iterations, 100);
	convert_to(&old, path);
	convert_to(&new, again);
	assert_int_equal(log_read(&old_copy, path, LOG_KEEP_SAMPLES, &e), 0);
	assert_int_equal(log_read(&new_copy, again, LOG_KEEP_SAMPLES, &e), 0);
	source = compared(&old, &new);
	copy = compared(&old_copy, &new_copy);
	assert_int_equal(source.time.verdict, copy.time.verdict);
	assert_true(source.time.ratio == copy.time.ratio);
	assert_true(source.time.low == copy.time.low && source.time.high == copy.time.high);
	assert_true(source.time.p == copy.time.p);
	log_release(&old);
	log_release(&new);
	log_release(&old_copy);
	log_release(&new_copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_our_own_log_is_unchanged, remove_logs),
		cmocka_unit_test_teardown(test_quantiles_stay_quantiles, remove_logs),
		cmocka_unit_test_teardown(test_incomplete_stays_incomplete, remove_logs),
		cmocka_unit_test_teardown(
			test_converted_logs_compare_like_their_sources, remove_logs),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
