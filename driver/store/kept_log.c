/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/kept_log.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/temporary_file.h"

#define HEAD   "# history."
#define ENDING ".log.gz"
#define PARTS  "[0-9a-f][0-9a-f]"
/* As long as a content is. */
#define NAMES "????????????????????????????????"
/* Level 2 packs a log of numbers nearly as small as 3, in two thirds of the time. */
#define PACKED_AS "wb2"

static void hash(struct kept_text *text, size_t start)
{
	XXH128_hash_t h = XXH3_128bits(text->text + start, text->size - start);

	snprintf(text->content, sizeof(text->content), "%016" PRIx64 "%016" PRIx64,
		(uint64_t)h.high64, (uint64_t)h.low64);
}

void kept_text_release(struct kept_text *text)
{
	free(text->text);
	*text = (struct kept_text){ 0 };
}

void kept_text_replace(struct kept_text *text, char *own, size_t size)
{
	free(text->text);
	*text = (struct kept_text){ .text = own, .size = size };
	hash(text, 0);
}

static int read_all(struct kept_text *text, const char *path,
	int (*open)(struct lines *lines, const char *path, struct err *e), struct err *e)
{
	AUTO(lines_release) struct lines in = { 0 };
	int more = open(&in, path, e) ? -1 : 1;

	while (more > 0)
		more = lines_more(&in, e);
	*text = (struct kept_text){ .text = in.buffer, .size = in.end };
	in.buffer = NULL;
	return more;
}

int kept_text_read(struct kept_text *text, const char *path, struct err *e)
{
	if (read_all(text, path, lines_open, e))
		return -1;
	hash(text, 0);
	return 0;
}

char *kept_log_path(const char *folder, const char *content)
{
	return memory_format("%s/logs/%.2s/%s" ENDING, folder, content, content);
}

void kept_log_sync(const char *folder, const struct string_list *contents)
{
	for (size_t i = 0; i < contents->count; i++) {
		AUTO_FREE char *path = kept_log_path(folder, contents->items[i]);
		AUTO_FREE char *part = path_folder(path);
		int fd = open(part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		if (fd >= 0) {
			fsync(fd);
			close(fd);
		}
	}
}

static int pack(int fd, const struct kept_text *text, const char *head)
{
	gzFile out = gzdopen(dup(fd), PACKED_AS);
	size_t n = strlen(head);
	int bad;

	if (!out)
		return -1;
	bad = (n && gzfwrite(head, 1, n, out) != n) ||
	      (text->size && gzfwrite(text->text, 1, text->size, out) != text->size);
	bad |= gzclose_w(out) != Z_OK;
	return bad || fsync(fd) ? -1 : 0;
}

int kept_log_write(
	const char *folder, const struct kept_text *text, const char *head, struct err *e)
{
	AUTO_FREE char *path = kept_log_path(folder, text->content), *in = path_folder(path),
		       *logs = path_folder(in), *part = memory_format("%s.XXXXXX", path);
	int fd, rc = 0;

	if (path_make_folder(logs, 0777, e) || path_make_folder(in, 0777, e))
		return -1;
	fd = temporary_file_make(part);
	errno = fd < 0 ? errno : 0;
	if (fd < 0 || pack(fd, text, head) || fchmod(fd, 0644) || rename(part, path)) {
		rc = bd_err(
			e, "%s: cannot be written: %s", path, strerror(errno ? errno : EIO));
		if (fd >= 0)
			unlink(part);
	}
	if (fd >= 0)
		close(fd);
	return rc;
}

static size_t head_size(const struct kept_text *text)
{
	const char *p = text->text, *newline;

	while (!strncmp(p, HEAD, strlen(HEAD)) && (newline = strchr(p, '\n')))
		p = newline + 1;
	return (size_t)(p - text->text);
}

int kept_log_read(
	struct kept_text *text, const char *folder, const char *content, struct err *e)
{
	AUTO_FREE char *path = kept_log_path(folder, content);
	int rc = read_all(text, path, lines_open_file, e);

	if (!rc) {
		hash(text, head_size(text));
		if (strcmp(text->content, content) != 0)
			rc = bd_err(e,
				"%s: does not hold what its name says (its content is %s): it "
				"was changed; remove it, or restore it from a copy",
				path, text->content);
	}
	return rc;
}

void kept_log_remove(const char *folder, const char *content)
{
	AUTO_FREE char *path = kept_log_path(folder, content);

	unlink(path);
}

static bool is_name(const char *name)
{
	return strlen(name) == KEPT_CONTENT_SIZE - 1 + strlen(ENDING) &&
	       strspn(name, "0123456789abcdef") == KEPT_CONTENT_SIZE - 1 &&
	       !memcmp(name + KEPT_CONTENT_SIZE - 1, ENDING, strlen(ENDING));
}

int kept_log_list(struct string_list *contents, const char *folder, struct err *e)
{
	AUTO_FREE char *logs = memory_format("%s/logs", folder);
	AUTO_FREE char *pattern = path_pattern(logs, "/" PARTS "/*" ENDING);
	glob_t found = { 0 };

	if (access(logs, R_OK | X_OK))
		return bd_err(e, "%s: cannot be read: %s", logs, strerror(errno));
	(void)glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *name = path_name(found.gl_pathv[i]);

		if (is_name(name))
			string_list_addf(contents, "%.*s", KEPT_CONTENT_SIZE - 1, name);
	}
	globfree(&found);
	return 0;
}

size_t kept_log_leftovers(const char *folder, bool remove)
{
	AUTO_FREE char *pattern = path_pattern(folder, "/logs/" PARTS "/" NAMES ENDING);

	return temporary_file_leftovers(pattern, remove);
}
