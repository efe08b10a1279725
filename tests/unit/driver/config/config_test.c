/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doctor/base/check.h"
#include "doctor/checks.h"
#include "driver/config/read.h"

static struct config config;
static struct err e;

static int read_text(const char *text)
{
	e.text[0] = '\0';
	return config_read_buffer(&config, "dir/b.ini", text, strlen(text), &e);
}

static double limit(const char *check, const char *name)
{
	return check_limit_value(check_find(check), &config.doctor, name);
}

static void refused(const char *text, const char *sentence)
{
	int result = read_text(text);

	config_release(&config);
	assert_int_equal(result, -1);
	assert_string_equal(e.text, sentence);
}

static void test_empty_file_gives_what_is_built_in(void **state)
{
	const struct config_profile *smoke, *nightly;

	(void)state;
	assert_int_equal(read_text("\n# nothing\n; here\n"), 0);
	assert_int_equal(config.settings.cpus.workers, -1);
	assert_int_equal(config.suite_count, 0);
	assert_true(isnan(config.threshold));
	smoke = config_profile(&config, "smoke");
	nightly = config_profile(&config, "nightly");
	assert_int_equal(smoke->settings.rounds, 16);
	assert_int_equal(smoke->settings.launch_time_ns, 10000000);
	assert_int_equal(smoke->settings.stage2_rounds, 24);
	assert_int_equal(nightly->settings.rounds, 40);
	assert_int_equal(nightly->settings.launch_time_ns, 20000000);
	assert_null(config_profile(&config, "weekly"));
	config_release(&config);
}

static void test_every_section(void **state)
{
	const struct config_suite *s;

	(void)state;
	assert_int_equal(
		read_text("\xEF\xBB\xBF[driver]\r\nworkers = 3\r\ntimeout = 90s\r\n"
			  "output = logs\nseed = 0\n"
			  "[suite libc_O2]\npath = bin/libc*\nargs = -x \"a b\" 'c'\n"
			  "env = A=1 B='2 3'\ninputs = d/* 'e f'\ntags = slow, "
			  "io\ntimeout=5s\nserial = yes\n"
			  "retries = 2\nmemory = 1GiB\ncpu = 10s\nfiles = 64\n"
			  "output = 4MiB\n[suite abs]\npath: /bin/x;y\n"
			  "[profile smoke]\nrounds = 4\n[profile mine]\nbudget = 20m\n"
			  "[doctor]\nnoise.error = 12%\nruntime-long.error = 20ms\n"
			  "name-length = 30\nlinearity.low = 1.5\nname-form = ^[a-z]+$\n"
			  "ignore = noise:Sort/*\nignore.old = waits:A, outliers:B\n"
			  "[compare]\nthreshold = 2\nfdr = 1%\nequivalence = 3\n"
			  "threshold.Sort* = 10%\nthreshold.* = 4%\n"),
		0);
	assert_int_equal(config.settings.cpus.workers, 3);
	assert_int_equal(config.settings.timeout_ns, 90000000000);
	assert_string_equal(config.output, "dir/logs");
	assert_int_equal(config.settings.seed, 0);
	assert_int_equal(config.suite_count, 2);
	s = config.suites[0];
	assert_string_equal(s->name, "libc_O2");
	assert_string_equal(s->path, "dir/bin/libc*");
	assert_string_equal(s->written_path, "bin/libc*");
	assert_int_equal(s->args.count, 3);
	assert_string_equal(s->args.items[1], "a b");
	assert_string_equal(s->env.items[1], "B=2 3");
	assert_int_equal(s->inputs.count, 2);
	assert_string_equal(s->inputs.items[1], "e f");
	assert_int_equal(s->tags.count, 2);
	assert_true(s->serial);
	assert_int_equal(s->retries, 2);
	assert_int_equal(s->limits.memory_kib, 1048576);
	assert_int_equal(s->limits.files, 64);
	assert_int_equal(s->limits.output_kib, 4096);
	assert_string_equal(config.suites[1]->path, "/bin/x;y");
	assert_int_equal(config_profile(&config, "smoke")->settings.rounds, 4);
	assert_int_equal(config_profile(&config, "smoke")->settings.launch_time_ns, 10000000);
	assert_int_equal(config_profile(&config, "mine")->settings.budget_ns, 1200000000000);
	assert_float_equal(limit("noise", "error"), 0.12, 1e-9);
	assert_float_equal(limit("runtime-long", "error"), 20e6, 1e-9);
	assert_string_equal(config.doctor.name_form, "^[a-z]+$");
	assert_int_equal(config.doctor.waiver_count, 3);
	assert_string_equal(config.doctor.waivers[2].pattern, "B");
	assert_string_equal(config.doctor.waivers[2].origin, "dir/b.ini:32");
	assert_float_equal(config.fdr, 0.01, 1e-9);
	assert_float_equal(config.threshold, 0.02, 1e-9);
	assert_int_equal(config.thresholds.count, 2);
	assert_string_equal(config.thresholds.items[0].of, "Sort*");
	assert_float_equal(config.thresholds.items[0].threshold, 0.1, 1e-9);
	assert_string_equal(config.thresholds.items[1].of, "*");
	config_release(&config);
}

static void test_refused(void **state)
{
	(void)state;
	refused("[drivr]\n", "dir/b.ini:1: unknown section [drivr]; did you mean [driver]?");
	refused("[driver]\n\ntimeout = 5\n",
		"dir/b.ini:3: timeout: '5' needs a unit: write 5ms, 5s or 5m");
	refused("[driver]\nworkers = 1\n# c\nworkers = 2\n",
		"dir/b.ini:4: key 'workers' is repeated in [driver]; the first is in line 2");
	refused("[suite a]\npath = x\n[suite  a]\n",
		"dir/b.ini:3: section [suite a] is repeated; the first is in line 1");
	refused("[suite a]\ntags = x\n[driver]\n",
		"dir/b.ini:1: [suite a] has no path; add: path = FILE");
	refused("[driver]\n[suite a]\n",
		"dir/b.ini:2: [suite a] has no path; add: path = FILE");
	refused("[suite]\n", "dir/b.ini:1: [suite] needs a name: [suite NAME]");
	refused("[suite a b]\n",
		"dir/b.ini:1: 'a b' is not a name: use letters, digits and . _ + -");
	refused("[driver x]\n", "dir/b.ini:1: [driver] takes no name");
	refused("[suite a]\nenv = FOO\n",
		"dir/b.ini:2: env: 'FOO' is not of the form NAME=VALUE");
	refused("[suite a]\nargs = \"a\n", "dir/b.ini:2: args: a quote \" is not closed");
	refused("[doctor]\nignore = noise\n",
		"dir/b.ini:2: ignore: waiver 'noise' is not CHECK:BENCH, as in 'noise:Sort/*'");
	refused("[doctor]\nname-form = (\n",
		"dir/b.ini:2: name-form: '(' is not a regular "
		"expression: missing closing parenthesis at character 2");
	refused("[doctor]\nlinearity.low = nan\n",
		"dir/b.ini:2: linearity.low: 'nan' is not a number of at least 0");
	refused("[compare]\nthreshold. = 1\n", "dir/b.ini:2: unknown key 'threshold.' in "
					       "[compare]; did you mean 'threshold'?");
	refused("[driver]\nworkers =\n", "dir/b.ini:2: workers: has no value; expected N");
	refused("[driver]\nx\n", "dir/b.ini:2: this is neither [SECTION] nor KEY = VALUE nor a "
				 "comment (# or ;)");
	refused("[driver] x\n", "dir/b.ini:1: nothing may follow the ] of a section");
}

static void test_nul_byte_and_long_line(void **state)
{
	static char text[6000] = "[driver]\nworkers = ";

	(void)state;
	assert_int_equal(config_read_buffer(&config, "b.ini", "[driver]\nw\0=1\n", 14, &e), -1);
	assert_string_equal(
		e.text, "b.ini:2: there is a NUL byte in this line: is it a text file?");
	config_release(&config);
	memset(text + strlen(text), '1', sizeof(text) - 1 - strlen(text));
	refused(text, "dir/b.ini:2: the line has more than 4000 bytes");
}

static void test_a_long_section_name_is_not_cut(void **state)
{
	(void)state;
	assert_int_equal(read_text("[suite a23456789b23456789c23456789d23456789e23456789f]\n"
				   "path = x\n"
				   "[suite a23456789b23456789c23456789d23456789e23456789g]\n"
				   "path = y\n"),
		0);
	assert_int_equal(config.suite_count, 2);
	assert_string_equal(config.suites[1]->path, "dir/y");
	config_release(&config);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_empty_file_gives_what_is_built_in),
		cmocka_unit_test(test_every_section),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_nul_byte_and_long_line),
		cmocka_unit_test(test_a_long_section_name_is_not_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
