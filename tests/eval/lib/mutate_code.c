/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutate_code SUITE: prints "NAME FINGERPRINT" of each benchmark, "-" where it is unknown, and
 * on standard error the seconds of CPU time that it took.
 * mutate_code SUITE COPY: reads lines "NAME OFFSET BITS", flips these bits of the byte at that
 * offset of the file in a copy, and prints for each line "same", "other" or "unknown": whether
 * the benchmark's fingerprint is that of the file.
 */
#include "driver/code/suite_code.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "mutate_code: %s\n", what);
	exit(2);
}

static struct suite_code read_code(const char *path)
{
	struct suite_code code;
	struct err e = { "" };

	if (suite_code_read(&code, path, NULL, &e))
		die(e.text);
	return code;
}

static void print_all(const char *path)
{
	struct timespec begin, end;
	struct suite_code code;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	code = read_code(path);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	for (size_t i = 0; i < code.count; i++)
		printf("%s %s\n", code.items[i].name,
			*code.items[i].fingerprint ? code.items[i].fingerprint : "-");
	if (*code.program.fingerprint)
		printf("* %s\n", code.program.fingerprint); /* of all others */
	fprintf(stderr, "%.4f\n",
		(double)(end.tv_sec - begin.tv_sec) +
			(double)(end.tv_nsec - begin.tv_nsec) * 1e-9);
	suite_code_release(&code);
}

static void flip(int fd, long offset, unsigned bits)
{
	unsigned char byte;

	if (pread(fd, &byte, 1, offset) != 1)
		die("the offset is not in the file");
	byte ^= (unsigned char)bits;
	if (pwrite(fd, &byte, 1, offset) != 1)
		die("the copy cannot be written");
}

static const char *judge(const struct suite_code *first, const char *copy, const char *name)
{
	const char *was = suite_code_find(first, name)->fingerprint;
	struct suite_code code;
	const char *word;
	struct err e;

	/* Its tables are damaged: nothing is known. */
	if (suite_code_read(&code, copy, NULL, &e))
		return "unknown";
	word = suite_code_find(&code, name)->fingerprint;
	word = !*word || !*was ? "unknown" : strcmp(word, was) ? "other" : "same";
	suite_code_release(&code);
	return word;
}

int main(int argc, char **argv)
{
	struct suite_code first;
	char name[256], offset[32], bits[16];
	int fd;

	if (argc == 2) {
		print_all(argv[1]);
		return 0;
	}
	if (argc != 3)
		die("usage: mutate_code SUITE [COPY]");
	first = read_code(argv[1]);
	fd = open(argv[2], O_RDWR | O_CLOEXEC);
	if (fd < 0)
		die("the copy cannot be opened");
	while (scanf("%255s %31s %15s", name, offset, bits) == 3) {
		flip(fd, strtol(offset, NULL, 10), (unsigned)strtoul(bits, NULL, 10));
		puts(judge(&first, argv[2], name));
		flip(fd, strtol(offset, NULL, 10), (unsigned)strtoul(bits, NULL, 10));
	}
	suite_code_release(&first);
	close(fd);
	return 0;
}
