/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/builds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/cli/options.h"
#include "driver/config/config.h"

/* Trees old/ and new/ with scripts that list benchmarks, in a folder of their own. */
static char folder[] = "/tmp/builds_XXXXXX";
static struct builds builds;
static struct config config;
static struct shared_options options = { .list_timeout_ns = -1 };
static struct err e;

/* A suite with two benchmarks. NULL: one that crashes when it is asked. */
static void write_suite(const char *path, const char *one, const char *two)
{
	FILE *out = fopen(path, "we");

	assert_non_null(out);
	fputs("#!/bin/sh\n", out);
	if (one)
		fprintf(out,
			"echo '{\"schema\": \"bdriver-list-1\", \"suites\": [{\"name\": \"x\", "
			"\"path\": \"x\", \"benchmarks\": [{\"name\": \"%s\"}, "
			"{\"name\": \"%s\"}]}]}'\n",
			one, two);
	else
		fputs("kill -SEGV $$\n", out);
	fclose(out);
	assert_int_equal(chmod(path, 0755), 0);
}

static int group_setup(void **state)
{
	(void)state;
	if (!mkdtemp(folder) || chdir(folder) || mkdir("old", 0755) || mkdir("new", 0755))
		return -1;
	write_suite("old/s", "A", "B");
	write_suite("new/s", "A", "C");
	write_suite("old/t", "D", "E");
	write_suite("new/t", NULL, NULL);
	return 0;
}

static int group_teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return chdir("/") || system(command);
}

static void add_suite(const char *name)
{
	config_add_suite(&config, name, name, 1);
}

static int setup(void **state)
{
	(void)state;
	config_init(&config);
	config.path = "x.ini";
	add_suite("s");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	builds_release(&builds);
	config_release(&config);
	return 0;
}

static int name(const char *old, const char *new, const char *first, const char *second)
{
	struct asked_builds asked = { .old = old, .new = new };
	int rc;

	builds_release(&builds);
	if (first)
		string_list_add(&asked.named, first);
	if (second)
		string_list_add(&asked.named, second);
	rc = builds_name(&builds, &asked, false, &e);
	string_list_release(&asked.named);
	return rc;
}

static void test_names(void **state)
{
	char path[64];

	(void)state;
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds.count, 2);
	assert_string_equal(builds.items[0].name, "old");
	snprintf(path, sizeof(path), "%s/new", folder);
	assert_string_equal(builds.items[1].directory, path);
	assert_int_equal(name(NULL, NULL, "gcc=old", "clang-14=new"), 0);
	assert_string_equal(builds.items[1].name, "clang-14");
}

static void refuse(const char *old, const char *new, const char *first, const char *second,
	const char *sentence)
{
	assert_int_equal(name(old, new, first, second), -1);
	if (!strstr(e.text, sentence))
		fail_msg("'%s' where '%s' was expected", e.text, sentence);
}

static void test_what_is_refused(void **state)
{
	(void)state;
	refuse("old", NULL, NULL, NULL, "give --old DIR and --new DIR");
	refuse("old", NULL, "gcc=old", NULL, "--old and --new, or --build");
	refuse("old", "nowhere", NULL, NULL, "nowhere (build new): No such file");
	refuse(NULL, NULL, "gcc=old", NULL, "at least twice");
	refuse(NULL, NULL, "gcc=old", "gcc=new", "two builds are named 'gcc'");
	refuse(NULL, NULL, "gcc", NULL, "NAME=DIR");
	refuse(NULL, NULL, "a/b=old", NULL, "may have letters");
	refuse(NULL, NULL, ".=old", NULL, "invalid name");
}

static const struct subject *subject_of(
	const struct subject *subjects, size_t count, const char *suite, const char *benchmark)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(subjects[i].suite, suite) && !strcmp(subjects[i].name, benchmark))
			return &subjects[i];
	fail_msg("no subject %s of %s", benchmark, suite);
	return NULL;
}

/* Each benchmark of any build is a subject; it has the path of each build that has it. */
static void test_subjects(void **state)
{
	struct subject subjects[8];
	const struct subject *s;

	(void)state;
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds_find(&builds, &config, &options, NULL, 0, &e), 4);
	assert_int_equal(builds_subjects(&builds, subjects), 3);
	assert_string_equal(subjects[0].name, "A");
	assert_string_equal(subjects[1].name, "B");
	s = subject_of(subjects, 3, "s", "A");
	assert_string_equal(s->builds[0].path, builds.items[0].suites.items[0].path);
	assert_string_equal(s->builds[1].path, builds.items[1].suites.items[0].path);
	assert_string_not_equal(s->builds[0].path, s->builds[1].path);
	assert_null(subject_of(subjects, 3, "s", "B")->builds[1].path);
	assert_null(subject_of(subjects, 3, "s", "C")->builds[0].path);
}

/* Two sections with the same file: they would differ in their arguments. */
static void test_sections_that_share_a_file(void **state)
{
	struct subject subjects[8];

	(void)state;
	config_add_suite(&config, "again", "s", 2);
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds_find(&builds, &config, &options, NULL, 0, &e), 8);
	assert_int_equal(builds_subjects(&builds, subjects), 6);
	assert_non_null(subject_of(subjects, 6, "s", "A")->builds[1].path);
	assert_non_null(subject_of(subjects, 6, "again", "A")->builds[1].path);
	assert_string_equal(subject_of(subjects, 6, "again", "B")->settings->name, "again");
}

static void test_selection(void **state)
{
	char *words[] = { "B", "s/C" }, *unknown[] = { "Z" };
	struct subject subjects[8];

	(void)state;
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds_find(&builds, &config, &options, words, 2, &e), 2);
	assert_int_equal(builds_subjects(&builds, subjects), 2);
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds_find(&builds, &config, &options, unknown, 1, &e), -1);
	assert_non_null(strstr(e.text, "'Z'"));
}

/* A suite that does not answer in one build costs itself only. */
static void test_a_suite_that_does_not_answer(void **state)
{
	struct subject subjects[8];

	(void)state;
	add_suite("t");
	assert_int_equal(name("old", "new", NULL, NULL), 0);
	assert_int_equal(builds_find(&builds, &config, &options, NULL, 0, &e), 6);
	assert_int_equal(builds.left_out.count, 1);
	assert_non_null(strstr(builds.left_out.items[0], "build new: "));
	assert_int_equal(builds_subjects(&builds, subjects), 5);
	assert_null(subject_of(subjects, 5, "t", "D")->builds[1].path);
}

static void test_not_in_a_tree(void **state)
{
	struct subject subjects[8];

	(void)state;
	config.suites[0]->path = "./old/s";
	assert_int_equal(name(NULL, NULL, NULL, NULL), 0);
	assert_int_equal(builds.count, 1);
	assert_string_equal(builds.items[0].name, "");
	assert_int_equal(builds_find(&builds, &config, &options, NULL, 0, &e), 2);
	builds_release(&builds);

	assert_int_equal(
		builds_name(&builds, &(struct asked_builds){ .twice = true }, false, &e), 0);
	assert_int_equal(builds_find(&builds, &config, &options, NULL, 0, &e), 4);
	assert_int_equal(builds_subjects(&builds, subjects), 2);
	assert_string_equal(subjects[0].builds[0].path, subjects[0].builds[1].path);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_names),
		WITH(test_what_is_refused),
		WITH(test_subjects),
		WITH(test_sections_that_share_a_file),
		WITH(test_selection),
		WITH(test_a_suite_that_does_not_answer),
		WITH(test_not_in_a_tree),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
