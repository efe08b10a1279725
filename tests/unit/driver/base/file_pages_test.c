/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_pages.h"

#include <elf.h>
#include <linux/magic.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cmocka.h>

#define PAGES 64
/* A read of the disk takes less, however busy it is. */
#define READ_MS 60000

static size_t page;

/* A file of that many pages in the folder, on the disk. */
static char *make_file(const char *folder)
{
	static char path[64];
	char *content = malloc(page);
	int fd;

	snprintf(path, sizeof(path), "%s/file_pages_XXXXXX", folder);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_non_null(content);
	for (int i = 0; i < PAGES; i++) {
		memset(content, 'a' + i % 26, page);
		assert_int_equal(write(fd, content, page), page);
	}
	assert_int_equal(fsync(fd), 0);
	free(content);
	close(fd);
	return path;
}

static char *map(const char *path)
{
	FILE *in = fopen(path, "re");
	char *at;

	assert_non_null(in);
	at = mmap(NULL, PAGES * page, PROT_READ, MAP_SHARED, fileno(in), 0);
	assert_true(at != MAP_FAILED);
	fclose(in);
	return at;
}

/* How many of its pages the kernel has in memory. Maps it, and reads nothing. */
static size_t in_memory(const char *path)
{
	unsigned char pages[PAGES];
	char *at = map(path);
	size_t n = 0;

	assert_int_equal(mincore(at, PAGES * page, pages), 0);
	for (size_t i = 0; i < PAGES; i++)
		n += pages[i] & 1;
	munmap(at, PAGES * page);
	return n;
}

static bool is_of_tmpfs(const char *folder)
{
	struct statfs info;

	return !statfs(folder, &info) && info.f_type == TMPFS_MAGIC;
}

/* Of a file on a disk all pages go, and its content stays. */
static void test_pages_of_a_disk_go(void **state)
{
	const char *path;
	char *at;

	(void)state;
	if (is_of_tmpfs("/var/tmp")) {
		print_message("/var/tmp is in memory here\n");
		skip();
	}
	path = make_file("/var/tmp");
	assert_false(file_pages_stay(path));
	assert_int_equal(in_memory(path), PAGES);
	file_pages_renew(path);
	/* valgrind reads the head of what is mapped. */
	assert_in_range(in_memory(path), 0, PAGES / 8);
	at = map(path);
	for (size_t i = 0; i < PAGES; i++)
		assert_int_equal(at[i * page], 'a' + (int)(i % 26));
	/* A process has them mapped. */
	file_pages_renew(path);
	assert_int_equal(in_memory(path), PAGES);
	munmap(at, PAGES * page);
	unlink(path);
}

/* A program as the disk has it: its header, `loaded` pages that a process loads, and others. */
static const char *make_program(const char *folder, size_t loaded)
{
	const char *path = make_file(folder);
	const Elf64_Ehdr head = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64 },
		.e_phoff = sizeof(head),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 1 };
	const Elf64_Phdr part = { .p_type = PT_LOAD, .p_filesz = loaded * page };
	FILE *out = fopen(path, "r+e");

	assert_non_null(out);
	assert_int_equal(fwrite(&head, sizeof(head), 1, out), 1);
	assert_int_equal(fwrite(&part, sizeof(part), 1, out), 1);
	assert_int_equal(fflush(out), 0);
	assert_int_equal(fsync(fileno(out)), 0);
	fclose(out);
	return path;
}

/* Of a program, what a process loads is in memory again soon, and nothing else. */
static void test_a_program_is_read_ahead(void **state)
{
	const size_t loaded = PAGES / 4;
	const char *path;

	(void)state;
	if (is_of_tmpfs("/var/tmp")) {
		print_message("/var/tmp is in memory here\n");
		skip();
	}
	path = make_program("/var/tmp", loaded);
	file_pages_renew(path);
	for (int ms = 0; in_memory(path) < loaded && ms < READ_MS; ms++)
		usleep(1000);
	/* The kernel may read a little more. */
	assert_in_range(in_memory(path), loaded, PAGES / 2);
	unlink(path);
}

/* The frame of the file's first page, whose number only root may know: else 0. */
static uint64_t frame_of(const char *path)
{
	char *at = map(path);
	volatile char first = at[0];
	FILE *pages = fopen("/proc/self/pagemap", "re");
	uint64_t entry = 0;

	(void)first;
	assert_non_null(pages);
	assert_int_equal(
		fseek(pages, (long)((uintptr_t)at / page * sizeof(entry)), SEEK_SET), 0);
	assert_int_equal(fread(&entry, sizeof(entry), 1, pages), 1);
	fclose(pages);
	munmap(at, PAGES * page);
	return entry & ((UINT64_C(1) << 55) - 1);
}

/* Not in the same two frames in turn. */
static void test_frames_are_random(void **state)
{
	const char *path;
	uint64_t frames[16];
	size_t different = 0;

	(void)state;
	path = make_program("/var/tmp", PAGES / 4);
	if (is_of_tmpfs("/var/tmp") || !frame_of(path)) {
		unlink(path);
		print_message("/var/tmp is in memory here, or this is not root\n");
		skip();
	}
	for (size_t i = 0; i < 16; i++) {
		size_t k = 0;

		file_pages_renew(path);
		frames[i] = frame_of(path);
		while (frames[k] != frames[i])
			k++;
		different += k == i;
	}
	assert_in_range(different, 9, 16);
	unlink(path);
}

/* Pages of tmpfs are the file. They stay, and nothing fails. */
static void test_pages_of_tmpfs_stay(void **state)
{
	const char *path;

	(void)state;
	if (!is_of_tmpfs("/dev/shm") || access("/dev/shm", W_OK)) {
		print_message("no tmpfs at /dev/shm\n");
		skip();
	}
	path = make_file("/dev/shm");
	assert_true(file_pages_stay(path));
	file_pages_renew(path);
	assert_int_equal(in_memory(path), PAGES);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_of_a_disk_go),
		cmocka_unit_test(test_a_program_is_read_ahead),
		cmocka_unit_test(test_frames_are_random),
		cmocka_unit_test(test_pages_of_tmpfs_stay),
	};

	page = (size_t)sysconf(_SC_PAGESIZE);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
