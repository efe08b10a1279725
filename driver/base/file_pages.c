/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_pages.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#define HEADERS_MAX    32
#define SHUFFLED_PAGES 128

/* Is it a 64-bit ELF file with program headers as this machine has them? */
static int is_loadable(const Elf64_Ehdr *head)
{
	return !memcmp(head->e_ident, ELFMAG, SELFMAG) &&
	       head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_phentsize == sizeof(Elf64_Phdr);
}

/* Where the part of the file ends that a process maps. What follows, debug information, is not
 * needed to run it. 0: not known. */
static off_t end_of_loaded(int fd)
{
	Elf64_Ehdr head;
	Elf64_Phdr parts[HEADERS_MAX];
	off_t end = 0;
	size_t n;

	if (pread(fd, &head, sizeof(head), 0) != sizeof(head) || !is_loadable(&head))
		return 0;
	n = head.e_phnum < HEADERS_MAX ? head.e_phnum : HEADERS_MAX;
	if (pread(fd, parts, n * sizeof(*parts), (off_t)head.e_phoff) !=
		(ssize_t)(n * sizeof(*parts)))
		return 0;
	for (size_t i = 0; i < n; i++) {
		off_t here = (off_t)(parts[i].p_offset + parts[i].p_filesz);

		if (parts[i].p_type == PT_LOAD && here > end)
			end = here;
	}
	return end;
}

/* The kernel gives out first what was freed last, so a file would get the same pages in every
 * second launch. Takes free pages, among them those of the file, and frees them in random
 * order. */
static void shuffle_free_pages(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = SHUFFLED_PAGES * page;
	char *pages =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t order[SHUFFLED_PAGES];

	if (pages == MAP_FAILED)
		return;
	madvise(pages, size, MADV_NOHUGEPAGE);
	madvise(pages, size, MADV_POPULATE_WRITE);
	for (size_t i = 0; i < SHUFFLED_PAGES; i++) {
		size_t j = arc4random_uniform((uint32_t)i + 1);

		order[i] = order[j];
		order[j] = i;
	}
	for (size_t i = 0; i < SHUFFLED_PAGES; i++)
		madvise(pages + order[i] * page, page, MADV_DONTNEED);
	munmap(pages, size);
}

void file_pages_renew(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	off_t end;

	if (fd < 0)
		return;
	end = end_of_loaded(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	shuffle_free_pages();
	/* In one piece: a process would wait for the disk at each part that it touches first.
	 */
	if (end > 0)
		posix_fadvise(fd, 0, end, POSIX_FADV_WILLNEED);
	close(fd);
}

bool file_pages_stay(const char *path)
{
	struct statfs info;

	return !statfs(path, &info) &&
	       (info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC);
}
