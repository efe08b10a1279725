/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: unpacks in processes of tar and sha256sum */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "driver/bundle/pack.h"

/* Of a file, in bytes. */
#define MOST (128 << 20)

static char root[64];

static const char *at(const char *name)
{
	static char paths[4][PATH_MAX];
	static int next;
	char *path = paths[next++ % 4];

	snprintf(path, PATH_MAX, "%s/%s", root, name);
	return path;
}

static void shell(const char *command)
{
	char *line;

	assert_true(asprintf(&line, "cd '%s' && %s", root, command) > 0);
	assert_int_equal(system(line), 0);
	free(line);
}

static int begin(void **state)
{
	(void)state;
	strcpy(root, "/tmp/bdriver-pack-test-XXXXXX");
	assert_non_null(mkdtemp(root));
	shell("mkdir in in/builds out; printf one >in/a.log; printf two >'in/builds/b c'");
	return 0;
}

static int end(void **state)
{
	(void)state;
	shell("rm -rf \"$PWD\"");
	return 0;
}

static void pack(const char *folder, const char *file)
{
	FILE *out = fopen(at(file), "w");
	struct err e;

	assert_non_null(out);
	assert_int_equal(pack_write(at(folder), out, &e), 0);
	fclose(out);
}

static int unpack(const char *file, struct err *e)
{
	shell("rm -rf out && mkdir out");
	return pack_read(at(file), at("out"), e);
}

static char *load(const char *path, size_t *size)
{
	FILE *in = fopen(path, "r");
	char *data = malloc(MOST);

	assert_non_null(in);
	*size = fread(data, 1, MOST, in);
	fclose(in);
	return data;
}

static void save(const char *path, const void *data, size_t size)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_int_equal(fwrite(data, 1, size, out), size);
	fclose(out);
}

/* As somebody else's program would pack a tar file: right in all but what is in it. */
static void pack_tar(const char *tar, const char *file)
{
	static const unsigned char head[8] = { 0x5b, 0x2a, 0x4d, 0x18, 16 };
	size_t size, bound, packed;
	char *data = load(at(tar), &size), *out;
	XXH128_canonical_t hash;

	bound = ZSTD_compressBound(size) + sizeof(head) + sizeof(hash);
	out = malloc(bound);
	packed = ZSTD_compress(out, bound, data, size, 3);
	XXH128_canonicalFromHash(&hash, XXH3_128bits(out, packed));
	memcpy(out + packed, head, sizeof(head));
	memcpy(out + packed + sizeof(head), &hash, sizeof(hash));
	save(at(file), out, packed + sizeof(head) + sizeof(hash));
	free(data);
	free(out);
}

static void test_what_was_packed_is_unpacked(void **state)
{
	struct err e;

	(void)state;
	pack("in", "x");
	assert_int_equal(unpack("x", &e), 0);
	shell("diff -r in out && (cd out && sha256sum --quiet -c SHA256SUMS)");
	/* The tar file beside the folder is gone. */
	assert_int_equal(access(at("out.tar"), F_OK), -1);
}

static void test_each_flipped_byte_is_caught(void **state)
{
	size_t size;
	char *data;
	struct err e;

	(void)state;
	pack("in", "x");
	data = load(at("x"), &size);
	assert_true(size > 100);
	for (size_t i = 0; i < size; i++) {
		data[i] ^= 0x10;
		save(at("y"), data, size);
		assert_int_equal(pack_read(at("y"), at("out"), &e), -1);
		data[i] ^= 0x10;
	}
	for (size_t i = 0; i < size; i += 7) {
		save(at("y"), data, i);
		assert_int_equal(pack_read(at("y"), at("out"), &e), -1);
	}
	free(data);
}

static void refuse(const char *make, const char *why)
{
	struct err e = { "" };

	shell(make);
	pack_tar("t.tar", "t");
	assert_int_equal(unpack("t", &e), -1);
	if (!strstr(e.text, why))
		fail_msg("'%s' is not in: %s", why, e.text);
}

static void test_only_the_files_of_the_sums_are_taken(void **state)
{
	(void)state;
	pack("in", "x"); /* writes in/SHA256SUMS */
	refuse("ln -s /etc/passwd in/link && tar -cf t.tar -C in .; rm in/link",
		"'link' in it is no plain file");
	refuse("ln in/a.log in/hard && tar -cf t.tar -C in .; rm in/hard", "is no plain file");
	refuse("mkfifo in/fifo && tar -cf t.tar -C in .; rm in/fifo", "is no plain file");
	refuse("echo more >in/more && tar -cf t.tar -C in .; rm in/more", "was changed");
	refuse("printf One >in/a.log && tar -cf t.tar -C in .; printf one >in/a.log",
		"was changed");
	refuse("tar -cf t.tar -C in ./a.log ./SHA256SUMS", "was changed");
	refuse("tar -cf t.tar -C in ./a.log", "has no SHA256SUMS");
	refuse("printf x >t.tar", "tar failed");
	/* Bombs: a file with a hole, and one that packs to nearly nothing. */
	refuse("truncate -s 9G in/hole && tar -S -cf t.tar -C in .; rm in/hole", "8 GiB");
	refuse("truncate -s 70M in/zeros && tar -cf t.tar -C in .; rm in/zeros", "200 times");
	/* Neither a parent folder nor an absolute path is written to. */
	refuse("printf evil >evil && tar -P -cf t.tar --transform 's,.*,../../escaped,' evil",
		"");
	assert_int_equal(access(at("escaped"), F_OK), -1);
	assert_int_equal(access(at("../escaped"), F_OK), -1);
}

static void test_what_is_no_bundle(void **state)
{
	struct err e;

	(void)state;
	assert_int_equal(unpack("nothing", &e), -1);
	assert_non_null(strstr(e.text, "cannot be opened"));
	save(at("text"), "only text", 9);
	assert_int_equal(unpack("text", &e), -1);
	assert_non_null(strstr(e.text, "is no bundle of bdriver"));
	shell("mkfifo pipe");
	assert_int_equal(unpack("pipe", &e), -1);
	assert_non_null(strstr(e.text, "is no bundle of bdriver"));
	assert_int_equal(unpack("in", &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_what_was_packed_is_unpacked, begin, end),
		cmocka_unit_test_setup_teardown(test_each_flipped_byte_is_caught, begin, end),
		cmocka_unit_test_setup_teardown(
			test_only_the_files_of_the_sums_are_taken, begin, end),
		cmocka_unit_test_setup_teardown(test_what_is_no_bundle, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
