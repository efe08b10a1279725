/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/memory.h"

#define CHUNK ((size_t)1 << 18)

static void print_hash(uint64_t value, char hash[FILE_HASH_SIZE])
{
	snprintf(hash, FILE_HASH_SIZE, "%016" PRIx64, value);
}

void file_hash_text(const void *data, size_t size, char hash[FILE_HASH_SIZE])
{
	print_hash(XXH3_64bits(data, size), hash);
}

static int write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		data += n;
		size -= (size_t)n;
	}
	return 0;
}

static int copy_and_hash(
	int in, int out, const char *path, const char *copy, XXH3_state_t *state, struct err *e)
{
	AUTO_FREE char *buffer = memory_zeroed(CHUNK, 1);
	ssize_t n;
	int rc = 0;

	while (!rc && (n = read(in, buffer, CHUNK)) != 0) {
		if (n < 0)
			rc = bd_err(e, "%s: cannot be read: %s", path, strerror(errno));
		else if (out >= 0 && write_all(out, buffer, (size_t)n))
			rc = bd_err(e, "%s: cannot be written: %s", copy, strerror(errno));
		else
			XXH3_64bits_update(state, buffer, (size_t)n);
	}
	return rc;
}

int file_hash(const char *path, const char *copy, char hash[FILE_HASH_SIZE], struct err *e)
{
	/* A pipe would be waited for, a device has no end. */
	int in = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), out = -1, rc;
	struct stat info;
	XXH3_state_t *state;

	if (in < 0)
		return bd_err(e, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(in, &info) || !S_ISREG(info.st_mode)) {
		close(in);
		return bd_err(e, "%s: is not a regular file", path);
	}
	if (copy)
		out = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	if (copy && out < 0) {
		close(in);
		return bd_err(e, "%s: cannot be created: %s", copy, strerror(errno));
	}
	state = XXH3_createState();
	if (!state)
		memory_fatal("hash");
	XXH3_64bits_reset(state);
	rc = copy_and_hash(in, out, path, copy, state, e);
	print_hash(XXH3_64bits_digest(state), hash);
	XXH3_freeState(state);
	close(in);
	if (out >= 0 && close(out) && !rc)
		rc = bd_err(e, "%s: cannot be written: %s", copy, strerror(errno));
	return rc;
}
