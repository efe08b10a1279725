/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/formats/swift/reading.h"
#include "compare/log/log.h"
#include "compare/log/metric.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DELTA "\xF0\x9D\x9A\xAB"
#define DEFAULT                                                                              \
	"#,TEST,SAMPLES,MIN(\xCE\xBCs),MAX(\xCE\xBCs),MEAN(\xCE\xBCs),SD(\xCE\xBCs),MEDIAN(" \
	"\xCE\xBCs)"

static void read_text(struct log *log, const char *text)
{
	struct err e;

	memset(log, 0, sizeof(*log));
	if (log_read_buffer(log, "a.log", text, strlen(text), LOG_KEEP_SAMPLES, &e) < 0)
		fail_msg("%s", e.text);
}

static const struct launch *launch_of(const struct log *log, const char *name, size_t i)
{
	const struct log_benchmark *b = log_find(log, "Swift", name, "");

	if (!b || i >= b->launch_count) {
		fail_msg("no launch %zu of %s", i, name);
		abort();
	}
	return &b->launches[i];
}

static void expect_samples(const struct launch *launch, const double *ns, size_t n)
{
	assert_int_equal(launch->sample_count, n);
	assert_non_null(launch->evidence->samples);
	for (size_t i = 0; i < n; i++)
		assert_true(launch->evidence->samples[i] == ns[i]);
}

static void expect_warning(const struct log *log, const char *part)
{
	for (size_t i = 0; i < log->warning_count; i++)
		if (strstr(log->warnings[i].text, part))
			return;
	fail_msg("no warning says '%s'", part);
}

static void test_summary(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log, DEFAULT ",MAX_RSS(B)\r\n"
				"1,Ackermann,20,715,1281,726,47,715,36864\r\n"
				"34,BitCount,3,4,9,6,1,5,1\r\n"
				"35,Gone,Unsupported\r\n"
				"1,Ackermann,20,700,1281,726,47,714,0\r\n"
				"\r\nTotal performance tests executed: 4\r\n");
	assert_string_equal(log.format, "swift-csv");
	assert_int_equal(log.warning_count, 0);
	assert_true(log.complete && log.summaries_only);
	a = launch_of(&log, "Ackermann", 0);
	assert_true(a->time.min == 715e3 && a->time.max == 1281e3 && a->time.median == 715e3);
	assert_true(a->time.mean == 726e3 && a->time.sd == 47e3 && a->clock_step_ns == 1000);
	assert_int_equal(a->sample_count, 20);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 36, 0);
	assert_int_equal(a->iterations, -1);
	assert_null(a->evidence->samples);
	assert_int_equal(a->evidence->quantile.count, 3);
	assert_int_equal(launch_of(&log, "Ackermann", 1)->round, 2);
	assert_true(launch_of(&log, "Ackermann", 1)->counts);
	expect_samples(launch_of(&log, "BitCount", 0), (double[]){ 4e3, 5e3, 9e3 }, 3);
	assert_int_equal(launch_of(&log, "Gone", 0)->status, OUTCOME_SKIPPED);
	log_release(&log);
}

static void test_quantiles(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log, "#,TEST,SAMPLES,MIN(\xCE\xBCs),Q1(\xCE\xBCs),Q2(\xCE\xBCs),Q3("
			"\xCE\xBCs),MAX(\xCE\xBCs)\n"
			"1,A,200,10,20,30,40,50\n"
			"2,B,5,1,2,3,4,5\n"
			"3,C,3,7,7,8,9,9\n"
			"#,TEST,SAMPLES,QMIN(\xCE\xBCs),MEDIAN(\xCE\xBCs),MAX(\xCE\xBCs)\n"
			"1,A,200,11,31,51\n");
	assert_int_equal(log.warning_count, 0);
	a = launch_of(&log, "A", 0);
	assert_int_equal(a->evidence->quantile.count, 5);
	assert_true(a->evidence->quantile.values[1] == 20e3 && a->time.median == 30e3);
	assert_true(isnan(a->time.mean));
	expect_samples(launch_of(&log, "B", 0), (double[]){ 1e3, 2e3, 3e3, 4e3, 5e3 }, 5);
	expect_samples(launch_of(&log, "C", 0), (double[]){ 7e3, 8e3, 9e3 }, 3);
	a = launch_of(&log, "A", 1);
	assert_true(a->time.min == 11e3 && a->time.median == 31e3 && a->time.max == 51e3);
	log_release(&log);
}

static void test_delta_with_empty_zeros(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log, "#,TEST,SAMPLES,MIN(\xCE\xBCs)," DELTA "Q1," DELTA "Q2," DELTA
			"Q3," DELTA "MAX,MAX_RSS(B),PAGES,ICS,YIELD\n"
			"1,A,200,10,,5,,100,,,3,\n"
			"2,B,200,,,,,,4096,1,,\n");
	assert_int_equal(log.warning_count, 0);
	a = launch_of(&log, "A", 0);
	assert_true(a->evidence->quantile.values[0] == 10e3 &&
		    a->evidence->quantile.values[1] == 10e3);
	assert_true(a->evidence->quantile.values[2] == 15e3 &&
		    a->evidence->quantile.values[3] == 15e3);
	assert_true(a->time.max == 115e3);
	assert_int_equal(a->evidence->switches.involuntary, 3);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 0, 0);
	a = launch_of(&log, "B", 0);
	assert_true(a->time.min == 0 && a->time.max == 0);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 4, 0);
	log_release(&log);
}

static void test_twenty_quantiles_by_their_index(void **state)
{
	struct log log;
	const struct launch *a;

	(void)state;
	read_text(&log,
		"#,TEST,SAMPLES,MIN(us),V1(us),V2(us),V3(us),V4(us),V5(us),V6(us),V7(us),V8(us)"
		","
		"V9(us),VA(us),VB(us),VC(us),VD(us),VE(us),VF(us),VG(us),VH(us),VI(us),VJ(us),"
		"MAX(us)\n"
		"1,A,4000,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21\n");
	a = launch_of(&log, "A", 0);
	assert_int_equal(a->evidence->quantile.count, 21);
	assert_true(a->time.median == 11e3);
	log_release(&log);
}

static void test_console_and_aligned(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log,
		"#   TEST                                     SAMPLES MIN(\xCE\xBCs)  "
		"Q1(\xCE\xBCs)  "
		"MEDIAN(\xCE\xBCs) Q3(\xCE\xBCs) MAX(\xCE\xBCs) MAX_RSS(B)\n"
		"  1 Ackermann                                    200     715     720        "
		"725    730    1281      36864\n"
		"\nTotal performance tests executed: 1\n");
	a = launch_of(&log, "Ackermann", 0);
	assert_true(a->time.min == 715e3 && a->time.median == 725e3 && a->time.max == 1281e3);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 36, 0);
	log_release(&log);
	read_text(&log, "   # TEST    SAMPLES       MIN    MEDIAN       MAX\n"
			"   1 Foo           3    10.000    11.500    12.250\n\n"
			"Total performance tests executed: 1\n");
	a = launch_of(&log, "Foo", 0);
	expect_samples(a, (double[]){ 10e3, 11500, 12250 }, 3);
	assert_true(isnan(a->clock_step_ns));
	log_release(&log);
}

static const char verbose[] =
	"--- CONFIG ---\nNumSamples: 2\nVerbose: true\nTests to run: A, B\n\n--- DATA "
	"---\n" DEFAULT "\nRunning A\n    SetUp 13\n    Collecting 2 samples.\n"
	"    Measuring with scale 78.\n    Sample 0,420\n    Yielding after ~9900 \xCE\xBCs\n"
	"    Measuring with scale 78.\n    Sample 1,410\n"
	"    MAX_RSS 8937472 - 8904704 = 32768 (8 pages)\n    ICS 1338 - 229 = 1109\n"
	"    VCS 3 - 1 = 2\n    yieldCount 1\n"
	"1,A,2,410,420,415,7,420\n"
	"Running B\n    Measuring with scale 1.\n    Sample 0,42\n    Applying legacy factor: "
	"10\n"
	"2,B,1,420,420,420,0,420\n"
	"Skipping unsupported benchmark C!\n"
	"\nTotal performance tests executed: 2\n";

static void test_verbose(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log, verbose);
	assert_string_equal(log.format, "swift-verbose");
	assert_false(log.summaries_only);
	a = launch_of(&log, "A", 0);
	expect_samples(a, (double[]){ 420e3, 410e3 }, 2);
	assert_false(a->evidence->samples_sorted);
	assert_int_equal(a->iterations, 78);
	assert_true(a->evidence->setup_ns == 13e3);
	assert_int_equal(a->evidence->switches.involuntary, 1109);
	assert_int_equal(a->evidence->switches.voluntary, 2);
	a = launch_of(&log, "B", 0);
	expect_samples(a, (double[]){ 420e3 }, 1);
	assert_int_equal(a->iterations, 1);
	assert_true(isnan(a->evidence->setup_ns));
	assert_int_equal(launch_of(&log, "C", 0)->status, OUTCOME_SKIPPED);
	assert_int_equal(log.warning_count, 0);
	log_release(&log);
}

static void test_verbose_cut_short(void **state)
{
	char text[sizeof(verbose)];
	struct log log;

	(void)state;
	memcpy(text, verbose, sizeof(verbose));
	*strstr(text, "2,B,1") = '\0';
	read_text(&log, text);
	assert_false(log.complete);
	expect_warning(&log, "ends within 'B'; its 1 sample is left out");
	assert_int_equal(log.row_count, 1);
	log_release(&log);
}

static void test_json(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log,
		"chatter\n"
		"{ \"number\":1, \"name\":\"Foo\", \"samples\":[10.0,11.5], \"iters\":7, "
		"\"max_rss\":4097, \"pages\":2, \"ics\":3, \"yields\":0 }\n"
		"{ \"number\":1, \"name\":\"Foo\", \"samples\":[9,11], \"later\": {\"x\": 1} "
		"}\n"
		"  {\"number\":2,\"name\":\"Bar\",\"num_samples\":100,\"min\":1.5,\"median\":2,"
		"\"max\":9,\"mean\":3,\"sd\":1}\n"
		"{\"number\":3,\"name\":\"Baz\",\"samples\":[-1]}\n"
		"{\"number\":4,\"name\":\"Torn\",\"samp");
	assert_string_equal(log.format, "swift-json");
	a = launch_of(&log, "Foo", 0);
	expect_samples(a, (double[]){ 10e3, 11500 }, 2);
	assert_true(a->evidence->samples_sorted);
	assert_int_equal(a->iterations, 7);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 5, 0);
	assert_true(isnan(a->clock_step_ns));
	assert_true(launch_of(&log, "Foo", 1)->clock_step_ns == 1000);
	a = launch_of(&log, "Bar", 0);
	assert_true(a->time.min == 1500 && a->time.median == 2e3 && a->time.mean == 3e3);
	assert_int_equal(a->sample_count, 100);
	assert_int_equal(log.row_count, 3);
	expect_warning(&log, "a.log:5: row left out");
	expect_warning(&log, "a.log:6: row left out");
	expect_warning(&log, "a.log:1: this line is neither a row nor a header");
	assert_false(log.complete);
	log_release(&log);
}

/* Where the driver was run with --meta and not with --memory, only pages tell of memory. */
static void test_pages_setup_and_outliers(void **state)
{
	const struct launch *a;
	struct log log;

	(void)state;
	read_text(&log,
		"{\"number\":1,\"name\":\"A\",\"samples\":[10,12],\"pages\":7,\"setup\":13,"
		"\"outliers\":[90,11]}\n"
		"{\"number\":2,\"name\":\"B\",\"samples\":[10],\"pages\":7,\"max_rss\":8192}\n"
		"{\"number\":3,\"name\":\"C\",\"samples\":[10],\"outliers\":[-1]}\n");
	a = launch_of(&log, "A", 0);
	assert_float_equal(launch_counted(a, METRIC_MEMORY), 28, 0);
	assert_int_equal(a->evidence->memory.base_kib, 0);
	assert_true(a->evidence->setup_ns == 13e3);
	expect_samples(a, (double[]){ 10e3, 11e3, 12e3, 90e3 }, 4);
	assert_float_equal(launch_counted(launch_of(&log, "B", 0), METRIC_MEMORY), 8, 0);
	expect_warning(&log, "a.log:3: row left out");
	log_release(&log);
	read_text(&log, DEFAULT ",PAGES,ICS,YIELD\n1,A,20,715,1281,726,47,715,9,3,1\n");
	assert_float_equal(launch_counted(launch_of(&log, "A", 0), METRIC_MEMORY), 36, 0);
	assert_int_equal(launch_of(&log, "A", 0)->evidence->memory.base_kib, 0);
	log_release(&log);
}

static void test_damaged_rows(void **state)
{
	struct log log;

	(void)state;
	read_text(&log, "\xEF\xBB\xBF"
			"Building for production...\n" DEFAULT "\n"
			"1,A,20,715,1281,726,47,715\n"
			"2,B,20,715,1281\n"
			"3,C,20,715,x,726,47,715\n"
			"4,D,20,715,700,726,47,715\n"
			"5,E,0,715,1281,726,47,715\n"
			"6,F,20,nan,1281,726,47,715\n"
			"7,G,20,-1,1281,726,47,715\n"
			"Total performance tests executed: 3\n"
			"8,H,20,715,1281,726,47,71");
	assert_int_equal(log.row_count, 1);
	expect_warning(&log, "a.log:4: row left out");
	expect_warning(&log, "a.log:5: row left out");
	expect_warning(&log, "a.log:6: row left out");
	expect_warning(&log, "a.log:7: row left out");
	expect_warning(&log, "a.log:8: row left out");
	expect_warning(&log, "a.log:9: row left out");
	expect_warning(&log, "a.log:10: 7 rows, but");
	expect_warning(&log, "a.log:11: row left out");
	expect_warning(&log, "a.log:1: this line is neither a row nor a header");
	assert_false(log.complete);
	log_release(&log);
}

/* A quoted name is read by way of cells, a plain row in one pass: both must say the same. */
static void test_plain_rows_as_split_ones(void **state)
{
	static const char *const headers[] = { "#,TEST,SAMPLES,MIN(us),V1(us),V2(us),MAX(us)\n",
		"#,TEST,SAMPLES,MIN(us)," DELTA "V1," DELTA "V2," DELTA "MAX\n",
		"#,TEST,MIN(us),V1(us),MAX(us),SAMPLES,V2(us)\n" };
	static const char *const cells[] = { "200,1,2,3,4", "200,5,,,7", "200,,1,1,1",
		",1,2,3,4", "200,4,3,2,1", "200,1,2,3", "200,1,2,3,4,5", "0,1,2,3,4",
		"2,1,1,9,9", "200,999999999999999,0,0,1",
		"200,999999999999999,999999999999999,1,1", "200,1,2,3,1234567890123456789012",
		"200,1,2,3,4.5", "200,1, 2,3,4", "200,1,2,3,", "200,1,2,3,1e3", "200,-1,2,3,4",
		"99999999999,1,2,3,4" };

	(void)state;
	for (size_t i = 0; i < 3 * sizeof(cells) / sizeof(*cells); i++) {
		char text[2][256];
		struct log log[2];
		const struct launch *a, *b;

		snprintf(text[0], 256, "%s1,A.b-c,%s\n", headers[i % 3], cells[i / 3]);
		snprintf(text[1], 256, "%s1,\"A.b-c\",%s\n", headers[i % 3], cells[i / 3]);
		read_text(&log[0], text[0]);
		read_text(&log[1], text[1]);
		assert_int_equal(log[0].row_count, log[1].row_count);
		assert_int_equal(log[0].warning_count, log[1].warning_count);
		for (size_t k = 0; k < log[0].warning_count; k++)
			assert_string_equal(log[0].warnings[k].text, log[1].warnings[k].text);
		if (log[0].row_count) {
			a = launch_of(&log[0], "A.b-c", 0);
			b = launch_of(&log[1], "A.b-c", 0);
			assert_true(
				a->time.min == b->time.min && a->time.median == b->time.median);
			assert_true(a->time.max == b->time.max &&
				    a->sample_count == b->sample_count);
			assert_int_equal(isnan(a->clock_step_ns), isnan(b->clock_step_ns));
		}
		log_release(&log[0]);
		log_release(&log[1]);
	}
}

/* The unit stands in the header, of each column; without one it is us. */
static const struct {
	const char *columns, *cells;
	double min_ns, max_ns, step_ns; /* min NAN: left out */
} units[] = {
	{ "MIN,MAX", "5,9", 5e3, 9e3, 1e3 },
	{ "MIN(us),MAX(us)", "5,9", 5e3, 9e3, 1e3 },
	{ "MIN(\xCE\xBCs),MAX(\xC2\xB5s)", "5,9", 5e3, 9e3, 1e3 },
	{ "MIN(ms),MAX(ms)", "5,9", 5e6, 9e6, 1e6 },
	{ "MIN(ns),MAX(ns)", "5,9", 5, 9, 1 },
	{ "MIN(s),MAX(s)", "0.25,9", 25e7, 9e9, NAN },
	{ "MIN(us),MAX(ms)", "5,9", 5e3, 9e6, 1e3 },
	{ "MIN(ms)," DELTA "MAX(ms)", "5,4", 5e6, 9e6, 1e6 },
	{ "MIN(cycles),MAX(cycles)", "5,9", NAN, NAN, NAN },
};

static void test_units(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		const struct launch *launch;
		struct log log;
		char text[256];

		snprintf(text, sizeof(text), "#,TEST,SAMPLES,%s\n1,A,2,%s\nTotals,1,5\n",
			units[i].columns, units[i].cells);
		read_text(&log, text);
		if (isnan(units[i].min_ns)) {
			assert_int_equal(log.row_count, 0);
			expect_warning(&log, ":1: the unit 'cycles' of this header is none");
		} else {
			launch = launch_of(&log, "A", 0);
			assert_int_equal(log.warning_count, 0);
			assert_true(launch->time.min == units[i].min_ns);
			assert_true(launch->time.max == units[i].max_ns);
			assert_true(launch->clock_step_ns == units[i].step_ns ||
				    isnan(units[i].step_ns));
		}
		log_release(&log);
	}
}

/* Whatever n samples there are, q quantiles of type R-1 with q >= n - 1 give them back. */
static void test_restored_samples(void **state)
{
	double values[101];

	(void)state;
	for (size_t q = 1; q <= 100; q++) {
		for (size_t n = 1; n <= q + 1; n++) {
			for (size_t i = 0; i <= q; i++)
				values[i] = (double)(i == 0 ? 1 : (n * i + q - 1) / q);
			assert_int_equal(swift_restore_samples(values, q + 1, n), n);
			for (size_t i = 0; i < n; i++)
				assert_true(values[i] == (double)(i + 1));
		}
	}
	assert_int_equal(swift_restore_samples((double[]){ 1, 2, 3 }, 3, 4), 0);
	assert_int_equal(swift_restore_samples((double[]){ 1, 2, 3, 4, 5 }, 5, 3), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_delta_with_empty_zeros),
		cmocka_unit_test(test_twenty_quantiles_by_their_index),
		cmocka_unit_test(test_console_and_aligned),
		cmocka_unit_test(test_verbose),
		cmocka_unit_test(test_verbose_cut_short),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_pages_setup_and_outliers),
		cmocka_unit_test(test_damaged_rows),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_restored_samples),
		cmocka_unit_test(test_plain_rows_as_split_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
