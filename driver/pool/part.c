/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/part.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_hash.h"
#include "driver/pool/attempts.h"

#define FIRST "# bdriver-part: 1 "
#define LOG   "# part-log: "
#define LAST  "# part-end: "
/* Of the last line. */
#define LAST_MAX 128
/* Somebody else may have made the file, without anything in it. */
#define PART_MAX (1 << 30)

struct text {
	char *data;
	size_t size, capacity;
};

static void put(struct text *text, const char *data, size_t size)
{
	text->data = memory_grow(text->data, &text->capacity, text->size + size + 1, 1);
	memcpy(text->data + text->size, data, size);
	text->size += size;
	text->data[text->size] = '\0';
}

static void put_line(struct text *text, char *line)
{
	put(text, line, strlen(line));
	free(line);
}

static int read_file(const char *path, struct text *text, struct err *e)
{
	/* Others may write to the folder: a pipe would be waited for, a device has no end. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat info;
	ssize_t n = 1;

	if (fd < 0)
		return bd_err(e, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
		close(fd);
		return bd_err(e, "%s: is not a regular file", path);
	}
	if (info.st_size > PART_MAX) {
		close(fd);
		return bd_err(e, "%s: is larger than 1 GiB", path);
	}
	text->data = memory_grow(
		text->data, &text->capacity, text->size + (size_t)info.st_size + 2, 1);
	while (n > 0) {
		text->data = memory_grow(text->data, &text->capacity, text->size + 4096, 1);
		n = read(fd, text->data + text->size, text->capacity - text->size - 1);
		text->size += n > 0 ? (size_t)n : 0;
	}
	text->data[text->size] = '\0';
	close(fd);
	return n < 0 ? bd_err(e, "%s: cannot be read: %s", path, strerror(errno)) : 0;
}

/* Each returns what follows what it took, and accepts and returns NULL where that is missing.
 */
static const char *take_key(const char *p, const char *key)
{
	return p && !strncmp(p, key, strlen(key)) ? p + strlen(key) : NULL;
}

static const char *take_word(const char *p, char *word, size_t size)
{
	size_t length = p ? strcspn(p, " \n") : 0;

	if (!length || length >= size)
		return NULL;
	memcpy(word, p, length);
	word[length] = '\0';
	return p + length + (p[length] == ' ');
}

static const char *take_number(const char *p, size_t *number)
{
	char word[24], *end;
	const char *next = take_word(p, word, sizeof(word));

	*number = next ? strtoull(word, &end, 10) : 0;
	return next && !*end && *word != '-' ? next : NULL;
}

/* Rows of a log: lines that are neither comments nor the header. */
static size_t count_rows(const char *log, size_t size)
{
	const char *end = log + size;
	size_t lines = 0;

	for (const char *p = log; p < end;) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		lines += *p != '#';
		p = newline ? newline + 1 : end;
	}
	return lines ? lines - 1 : 0;
}

static int gather(const struct pool_plan *plan, unsigned shard, const struct pool_head *head,
	char *const *logs, struct text *part, struct err *e)
{
	char hash[FILE_HASH_SIZE];
	size_t rows = 0;
	int rc = 0;

	put_line(part, memory_format(FIRST "%u %s %s %.0f %.0f\n", shard, plan->hash,
			       head->node, head->reference_ns[0], head->reference_ns[1]));
	for (size_t b = 0; !rc && b < plan->build_count; b++) {
		struct text log = { 0 };

		rc = read_file(logs[b], &log, e);
		if (!rc) {
			put_line(part, memory_format(LOG "%zu %zu\n", b, log.size));
			put(part, log.data, log.size);
			rows += count_rows(log.data, log.size);
		}
		free(log.data);
	}
	file_hash_text(part->data, part->size, hash);
	put_line(part, memory_format(LAST "%u %zu %s\n", shard, rows, hash));
	return rc;
}

static int write_file(const char *path, const struct text *text, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666),
	    error = 0;
	size_t done = 0;

	if (fd < 0)
		return bd_err(e, "%s: cannot be created: %s", path, strerror(errno));
	while (!error && done < text->size) {
		ssize_t n = write(fd, text->data + done, text->size - done);

		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			error = n ? errno : ENOSPC;
	}
	/* Some file systems report a full disk only here. */
	if (!error && fsync(fd) && errno != EINVAL)
		error = errno;
	if (close(fd) && !error)
		error = errno;
	if (!error)
		return 0;
	unlink(path);
	return bd_err(e, "%s: cannot be written: %s", path, strerror(error));
}

int pool_part_write(const struct pool_plan *plan, const char *folder, unsigned shard,
	const struct pool_head *head, const char *tag, char *const *logs, bool *late,
	struct err *e)
{
	AUTO_FREE char *path = attempts_part_path(folder, shard, head->node, tag, "log");
	AUTO_FREE char *done = attempts_done_path(folder, shard);
	struct text part = { 0 };
	int rc = gather(plan, shard, head, logs, &part, e);

	if (!rc)
		rc = write_file(path, &part, e);
	*late = false;
	if (!rc && link(path, done)) {
		*late = errno == EEXIST;
		if (!*late)
			rc = bd_err(e, "%s: cannot be linked: %s", done, strerror(errno));
	}
	free(part.data);
	return rc;
}

static int damaged(const char *path, const char *what, struct err *e)
{
	return bd_err(e, "%s: %s", path, what);
}

/* The last line; cuts it off. */
static int check_end(
	struct text *text, const char *path, unsigned shard, size_t *rows, struct err *e)
{
	size_t from = text->size > LAST_MAX ? text->size - LAST_MAX : 0;
	char *last = NULL, hash[FILE_HASH_SIZE], wanted[FILE_HASH_SIZE] = "";
	const char *p;
	size_t number;

	for (size_t i = from; i + strlen(LAST) < text->size; i++)
		if ((!i || text->data[i - 1] == '\n') &&
			!strncmp(text->data + i, LAST, strlen(LAST)))
			last = text->data + i;
	p = take_number(take_number(take_key(last, LAST), &number), rows);
	if (!take_word(p, wanted, sizeof(wanted)) || text->data[text->size - 1] != '\n')
		return damaged(path, "is cut short: it has no end", e);
	text->size = (size_t)(last - text->data);
	file_hash_text(text->data, text->size, hash);
	if (strcmp(hash, wanted) != 0)
		return damaged(path, "is damaged: its content does not fit its hash", e);
	return number == shard ? 0 : damaged(path, "is the part of another shard", e);
}

static int take_head(struct pool_part *part, const struct pool_plan *plan, const char *path,
	unsigned shard, struct err *e)
{
	char hash[FILE_HASH_SIZE] = "", node[256] = "";
	const char *p;
	size_t number;

	p = take_number(take_key(part->text, FIRST), &number);
	p = take_word(take_word(p, hash, sizeof(hash)), node, sizeof(node));
	if (!p || number != shard)
		return damaged(path, "is not the part of a shard", e);
	if (strcmp(hash, plan->hash) != 0)
		return damaged(path, "is a part of another run", e);
	part->node = memory_text(node);
	return 0;
}

static int take_logs(struct pool_part *part, const struct pool_plan *plan, const char *path,
	size_t wanted, struct err *e)
{
	const char *end, *p;
	size_t rows = 0;

	assert(part->text);
	end = part->text + part->size;
	p = memchr(part->text, '\n', part->size);

	for (size_t b = 0; p && b < plan->build_count; b++) {
		size_t build, size;
		const char *log = memchr(p + 1, '\n', (size_t)(end - p - 1));

		if (!take_number(take_number(take_key(p + 1, LOG), &build), &size) ||
			build != b || !log || !size || size > (size_t)(end - log - 1))
			return damaged(path, "lacks the log of a build", e);
		part->logs[b] = log + 1;
		part->sizes[b] = size;
		rows += count_rows(log + 1, size);
		p = log + size;
	}
	if (rows != wanted)
		return damaged(path, "has another number of rows than it says", e);
	return 0;
}

int pool_part_read(struct pool_part *part, const struct pool_plan *plan, const char *folder,
	unsigned shard, struct err *e)
{
	AUTO_FREE char *path = attempts_done_path(folder, shard);
	struct text text = { 0 };
	size_t rows = 0;
	int rc = read_file(path, &text, e);

	if (!rc)
		rc = check_end(&text, path, shard, &rows, e);
	part->text = text.data;
	part->size = text.size;
	if (!rc)
		rc = take_head(part, plan, path, shard, e);
	if (!rc)
		rc = take_logs(part, plan, path, rows, e);
	return rc;
}

int pool_part_head(struct pool_head *head, const char *folder, unsigned shard)
{
	AUTO_FREE char *path = attempts_done_path(folder, shard);
	char line[512] = "";
	char hash[FILE_HASH_SIZE];
	FILE *in = atomic_file_read(path);
	const char *p = in && fgets(line, sizeof(line), in) ? line : NULL;
	size_t number, before, after;

	if (in)
		fclose(in);
	*head = (struct pool_head){ "", { 0, 0 } };
	p = take_word(take_number(take_key(p, FIRST), &number), hash, sizeof(hash));
	p = take_word(p, head->node, sizeof(head->node));
	if (!take_number(take_number(p, &before), &after))
		return -1;
	head->reference_ns[0] = (double)before;
	head->reference_ns[1] = (double)after;
	return 0;
}

void pool_part_release(struct pool_part *part)
{
	free(part->text);
	free(part->node);
	*part = (struct pool_part){ 0 };
}
