/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* Also every prefix in eight steps: a cut file is the most common damage. */
static int replay(const char *path)
{
	FILE *f = fopen(path, "re");
	uint8_t *data = malloc(1 << 20);
	size_t size;

	if (!f || !data) {
		perror(path);
		return 1;
	}
	size = fread(data, 1, 1 << 20, f);
	fclose(f);
	for (size_t i = 0; i <= 8; i++) {
		/* A block of exactly this size, so that a sanitizer sees a read behind it. */
		size_t n = size * i / 8;
		uint8_t *copy = malloc(n ? n : 1);

		if (copy) {
			memcpy(copy, data, n);
			LLVMFuzzerTestOneInput(copy, n);
		}
		free(copy);
	}
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	char path[4096];
	struct dirent *entry;
	int files = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		DIR *folder = opendir(argv[i]);

		if (!folder) {
			perror(argv[i]);
			return 1;
		}
		while ((entry = readdir(folder))) {
			if (entry->d_name[0] == '.')
				continue;
			snprintf(path, sizeof(path), "%s/%s", argv[i], entry->d_name);
			failed += replay(path);
			files++;
		}
		closedir(folder);
	}
	printf("%d files\n", files);
	return failed || files == 0;
}
