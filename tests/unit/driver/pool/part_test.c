/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/part.h"

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

#include "compare/base/memory.h"
#include "driver/base/scratch.h"
#include "driver/pool/attempts.h"
#include "driver/pool/plan_file.h"
#include "tests/unit/support/pool_case.h"

struct folder {
	struct pool_plan plan;
	char *path, *done;
};

static struct folder begin(void)
{
	struct folder f = { .plan = pool_case(4, 1), .path = pool_case_folder() };
	struct err e;

	pool_plan_divide(&f.plan, 2e9, 1, 1000);
	assert_int_equal(pool_plan_write(&f.plan, f.path, &e), 0);
	f.done = attempts_done_path(f.path, 0);
	pool_case_part(&f.plan, f.path, 0, "n1", 1000);
	return f;
}

static void end(struct folder *f)
{
	scratch_remove(f->path);
	pool_plan_release(&f->plan);
	free(f->done);
	free(f->path);
}

static int read_part(const struct folder *f, struct err *e)
{
	struct pool_part part = { 0 };
	int rc = pool_part_read(&part, &f->plan, f->path, 0, e);

	pool_part_release(&part);
	return rc;
}

static void test_read(void **state)
{
	struct folder f = begin();
	struct pool_part part = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(pool_part_read(&part, &f.plan, f.path, 0, &e), 0);
	assert_string_equal(part.node, "n1");
	assert_memory_equal(part.logs[0], "# bdriver-log:", 14);
	assert_non_null(memmem(part.logs[1], part.sizes[1], "\"new\"", 5));
	assert_null(memmem(part.logs[0], part.sizes[0], "\"new\"", 5));
	pool_part_release(&part);
	end(&f);
}

/* The first one stays. */
static void test_late(void **state)
{
	struct folder f = begin();
	struct pool_part part = { 0 };
	struct err e;

	(void)state;
	pool_case_part(&f.plan, f.path, 0, "n2", 1000);
	assert_int_equal(pool_part_read(&part, &f.plan, f.path, 0, &e), 0);
	assert_string_equal(part.node, "n1");
	pool_part_release(&part);
	end(&f);
}

/* Cut short at any byte, and with any byte changed, it is known to be damaged. */
static void test_damage(void **state)
{
	struct folder f = begin();
	char *content = memory_zeroed(1 << 16, 1);
	FILE *file = fopen(f.done, "r");
	size_t size = fread(content, 1, 1 << 16, file);
	struct err e;

	(void)state;
	fclose(file);
	for (size_t i = 0; i < size; i++) {
		file = fopen(f.done, "w");
		fwrite(content, 1, i, file);
		fclose(file);
		assert_int_equal(read_part(&f, &e), -1);
		content[i] ^= 1;
		file = fopen(f.done, "w");
		fwrite(content, 1, size, file);
		fclose(file);
		content[i] ^= 1;
		assert_int_equal(read_part(&f, &e), -1);
	}
	end(&f);
	free(content);
}

static void test_other(void **state)
{
	struct folder f = begin();
	char *other = attempts_done_path(f.path, 1);
	struct pool_part part = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(link(f.done, other), 0);
	assert_int_equal(pool_part_read(&part, &f.plan, f.path, 1, &e), -1);
	assert_non_null(strstr(e.text, "another shard"));
	pool_part_release(&part);
	free(f.plan.hash);
	f.plan.hash = memory_text("0000000000000000");
	assert_int_equal(read_part(&f, &e), -1);
	assert_non_null(strstr(e.text, "another run"));
	free(other);
	end(&f);
}

/* Others may write to the folder: what is no file neither blocks nor fills the memory. */
static void test_no_file(void **state)
{
	struct folder f = begin();
	struct pool_head head;
	struct err e;

	(void)state;
	unlink(f.done);
	assert_int_equal(mkfifo(f.done, 0666), 0);
	assert_int_equal(read_part(&f, &e), -1);
	assert_non_null(strstr(e.text, "is not a regular file"));
	assert_int_equal(pool_part_head(&head, f.path, 0), -1);
	unlink(f.done);
	assert_int_equal(symlink("/dev/zero", f.done), 0);
	assert_int_equal(read_part(&f, &e), -1);
	assert_non_null(strstr(e.text, "is not a regular file"));
	assert_int_equal(pool_part_head(&head, f.path, 0), -1);
	end(&f);
}

/* Others may write to the folder: what they put in the way leads to no file of ours. */
static void test_links_are_not_followed(void **state)
{
	struct folder f = begin();
	struct pool_head head = { "n2", { 0 } };
	char *kept = memory_format("%s/kept", f.path), *logs[] = { kept, kept },
	     *part = attempts_part_path(f.path, 0, "n2", "tag", "log");
	struct stat info;
	bool late;
	struct err e;

	(void)state;
	assert_int_equal(attempts_note(kept, "kept", &e), 0);
	assert_int_equal(symlink(kept, part), 0);
	assert_int_equal(attempts_note(part, "", &e), -1);
	assert_int_equal(
		pool_part_write(&f.plan, f.path, 0, &head, "tag", logs, &late, &e), -1);
	assert_int_equal(stat(kept, &info), 0);
	assert_int_equal(info.st_size, 4);
	free(part);
	free(kept);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_links_are_not_followed),
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_other),
		cmocka_unit_test(test_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
