/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables: all that fingerprints of code read of one. Nothing of it is executed. */
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

enum { ROOTS_MAX = 64 };

static void read_all(const struct image *image)
{
	struct fingerprints *prints = fingerprints_new(image, 0);

	fingerprints_add_common(prints, image->starts.entry);
	for (size_t i = 0; i < image->symbol_count && i < ROOTS_MAX; i++) {
		uint64_t root = image->symbols[i].address;

		if (i == 0)
			fingerprints_cut(prints, root);
		fingerprints_of(prints, &root, 1, false);
	}
	fingerprints_free(prints);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("image", MFD_CLOEXEC);
	struct image image;
	struct err e = { "" };
	char path[64];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!image_open(&image, path, &e) && fingerprints_understand(&image))
		read_all(&image);
	image_release(&image);
	close(fd);
	return 0;
}
