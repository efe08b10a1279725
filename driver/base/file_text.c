/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_text.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"

#define CHUNK 4096
/* Somebody else may have made the file. */
#define FILE_TEXT_MOST ((off_t)1 << 30)

char *file_text(const char *path, size_t *size)
{
	FILE *in = atomic_file_read(path);
	struct stat info;
	char *text = NULL;
	size_t capacity = 0, used = 0;

	if (!in)
		return NULL;
	if (fstat(fileno(in), &info) || info.st_size > FILE_TEXT_MOST) {
		fclose(in);
		errno = EFBIG;
		return NULL;
	}
	for (size_t n = 1; n > 0; used += n) {
		text = memory_grow(text, &capacity, used + CHUNK + 1, 1);
		n = fread(text + used, 1, CHUNK, in);
	}
	fclose(in);
	text[used] = '\0';
	if (size)
		*size = used;
	return text;
}
