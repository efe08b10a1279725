/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/attempts.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"
#include "driver/base/path.h"
#include "driver/base/scratch.h"

int attempts_make_folders(const char *folder, struct err *e)
{
	static const char *const names[] = { "part", "done", "engine" };

	if (mkdir(folder, 0777) && errno != EEXIST)
		return bd_err(e, "%s: cannot be made: %s", folder, strerror(errno));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		AUTO_FREE char *path = memory_format("%s/%s", folder, names[i]);
		int rc = mkdir(path, 0777) && errno != EEXIST
				 ? bd_err(e, "%s: cannot be made: %s", path, strerror(errno))
				 : 0;

		if (rc)
			return rc;
	}
	return 0;
}

char *attempts_done_path(const char *folder, unsigned shard)
{
	return memory_format("%s/done/%05u.log", folder, shard);
}

char *attempts_part_path(const char *folder, unsigned shard, const char *node, const char *tag,
	const char *ending)
{
	return memory_format("%s/part/%05u@%s@%s.%s", folder, shard, node, tag, ending);
}

char *attempts_node_name(const char *text)
{
	char *name = memory_text(text);

	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("._-", *p))
			*p = '_';
	return name;
}

int attempts_note(const char *path, const char *why, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
	size_t size = strlen(why);
	bool bad = fd < 0 || (size && write(fd, why, size) != (ssize_t)size);
	int error = errno;

	if (fd >= 0 && close(fd))
		bad = true;
	return bad ? bd_err(e, "%s: cannot be written: %s", path, strerror(error)) : 0;
}

/* "00007@n2@12.0.try"; false for another name. */
static bool parse_name(const char *name, unsigned *shard, char node[256])
{
	size_t size = strlen(name);
	char *end;
	const char *at;

	if (size < 4 || strcmp(name + size - 4, ".try") != 0)
		return false;
	*shard = (unsigned)strtoul(name, &end, 10);
	at = *end == '@' ? strchr(end + 1, '@') : NULL;
	if (!at || at - end > 255)
		return false;
	snprintf(node, 256, "%.*s", (int)(at - end - 1), end + 1);
	return true;
}

static void note_lost(struct attempts_lost *lost, const char *node, char *why)
{
	string_list_add_once(&lost->nodes, node);
	lost->count++;
	if (!why || !*why) {
		free(why);
		return;
	}
	lost->failed++;
	free(lost->why);
	lost->why = why;
}

void attempts_read_lost(const char *folder, struct attempts_lost *lost, size_t count)
{
	AUTO_FREE char *parts = memory_format("%s/part", folder);
	DIR *dir = opendir(parts);
	char node[256];
	unsigned shard;

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		AUTO_FREE char *path = NULL;

		if (!parse_name(entry->d_name, &shard, node) || shard >= count)
			continue;
		path = memory_format("%s/%s", parts, entry->d_name);
		note_lost(&lost[shard], node, file_text(path, NULL));
	}
	if (dir)
		closedir(dir);
}

void attempts_release_lost(struct attempts_lost *lost, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		string_list_release(&lost[i].nodes);
		free(lost[i].why);
		lost[i] = (struct attempts_lost){ 0 };
	}
}

void attempts_forget(const char *folder, unsigned shard)
{
	AUTO_FREE char *parts = memory_format("%s/part", folder);
	DIR *dir = opendir(parts);
	char node[256];
	unsigned found;

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		if (parse_name(entry->d_name, &found, node) && found == shard)
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

void attempts_list(const char *folder, const char *ending, struct string_list *paths)
{
	AUTO_FREE char *parts = memory_format("%s/part", folder);
	struct dirent **entries;
	int count = scandir(parts, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (path_ends_with(entries[i]->d_name, ending))
			string_list_addf(paths, "%s/%s", parts, entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void append_file(const char *from, const char *to)
{
	size_t size = 0;
	AUTO_FREE char *text = file_text(from, &size);
	FILE *out = text && size ? fopen(to, "ae") : NULL;

	if (out) {
		fwrite(text, 1, size, out);
		fclose(out);
	}
}

void attempts_gather_errors(const char *folder, const char *path)
{
	AUTO(string_list_release) struct string_list files = { 0 };

	attempts_list(folder, ".err", &files);
	for (size_t i = 0; i < files.count; i++)
		append_file(files.items[i], path);
}

void attempts_clear(const char *folder)
{
	static const char *const names[] = { "part", "done", "engine", "plan.json", "plan.hash",
		"stop" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		AUTO_FREE char *path = memory_format("%s/%s", folder, names[i]);

		scratch_remove(path);
	}
}
