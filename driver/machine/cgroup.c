/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"

/* Is `word` between the separators of the list, which ends at `end`? */
static bool has_word(
	const char *list, const char *end, const char *word, const char *separators)
{
	size_t size = strlen(word);

	while (list < end) {
		size_t length = strcspn(list, separators);

		if (list + length > end)
			length = (size_t)(end - list);
		if (length == size && !strncmp(list, word, size))
			return true;
		list += length + 1;
	}
	return false;
}

static bool is_octal(const char *text, size_t digits)
{
	return strspn(text, "01234567") >= digits;
}

/* mountinfo writes blanks and the like as \ooo. */
static char *unescape(const char *text, size_t size)
{
	char *out = memory_zeroed(size + 1, 1), *to = out;

	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\\' && i + 3 < size && is_octal(text + i + 1, 3)) {
			*to++ = (char)((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
				       text[i + 3] - '0');
			i += 3;
		} else {
			*to++ = text[i];
		}
	}
	return out;
}

/* One line of mountinfo: 36 35 98:0 ROOT MOUNT OPTIONS ... - TYPE SOURCE SUPER-OPTIONS */
struct mount_line {
	const char *root, *mount;
	size_t root_size, mount_size;
	int version; /* 0: has no cpusets */
};

static const char *word_at(const char *line, const char *end, int index, size_t *size)
{
	while (index-- > 0) {
		const char *blank = memchr(line, ' ', (size_t)(end - line));

		if (!blank)
			return NULL;
		line = blank + 1;
	}
	*size = strcspn(line, " \n");
	return line;
}

static struct mount_line parse_mount(const char *line, const char *end)
{
	struct mount_line m = { 0 };
	const char *dash = memmem(line, (size_t)(end - line), " - ", 3), *options;
	size_t size;

	m.root = word_at(line, end, 3, &m.root_size);
	m.mount = word_at(line, end, 4, &m.mount_size);
	if (!dash || !m.root || !m.mount)
		return m;
	options = word_at(dash + 3, end, 2, &size);
	if (!strncmp(dash + 3, "cgroup2 ", 8))
		m.version = 2;
	else if (!strncmp(dash + 3, "cgroup ", 7) && options &&
		 has_word(options, options + size, "cpuset", ","))
		m.version = 1;
	return m;
}

/* "ID:CONTROLLERS:PATH"; the line of cgroup v2 is "0::PATH". Relative to the mount's root. */
static char *own_group(const char *groups, const struct mount_line *m)
{
	for (const char *line = groups; *line;) {
		const char *end = line + strcspn(line, "\n");
		const char *list = memchr(line, ':', (size_t)(end - line)), *path = NULL;

		if (list)
			path = memchr(list + 1, ':', (size_t)(end - list - 1));
		if (path && (m->version == 2 ? path == list + 1 && !strncmp(line, "0:", 2)
					     : has_word(list + 1, path, "cpuset", ","))) {
			path++;
			if (m->root_size > 1 && !strncmp(path, m->root, m->root_size))
				path += m->root_size;
			return memory_format(
				"%.*s", end - path == 1 ? 0 : (int)(end - path), path);
		}
		line = *end ? end + 1 : end;
	}
	return NULL;
}

int cgroup_find(
	struct cgroup_place *place, const char *mountinfo, const char *groups, struct err *e)
{
	struct mount_line best = { 0 };

	*place = (struct cgroup_place){ 0 };
	for (const char *line = mountinfo; *line;) {
		const char *end = line + strcspn(line, "\n");
		struct mount_line m = parse_mount(line, end);

		/* Where v1 has the controller, v2 does not. */
		if (m.version && (!best.version || m.version < best.version))
			best = m;
		line = *end ? end + 1 : end;
	}
	if (!best.version)
		return bd_err(e, "no cgroup tree with cpusets is mounted here");
	place->version = best.version;
	place->mount = unescape(best.mount, best.mount_size);
	place->own = own_group(groups, &best);
	if (place->own)
		return 0;
	cgroup_release(place);
	return bd_err(e, "/proc/self/cgroup does not tell in which cpuset this process is");
}

int cgroup_find_own(struct cgroup_place *place, struct err *e)
{
	char *mounts = file_text("/proc/self/mountinfo", NULL);
	char *groups = file_text("/proc/self/cgroup", NULL);
	int rc = cgroup_find(place, mounts ? mounts : "", groups ? groups : "", e);

	free(mounts);
	free(groups);
	return rc;
}

void cgroup_release(struct cgroup_place *place)
{
	free(place->mount);
	free(place->own);
	*place = (struct cgroup_place){ 0 };
}

char *cgroup_read(const char *group, const char *file)
{
	char *path = memory_format("%s/%s", group, file), *text = file_text(path, NULL);

	if (text)
		text[strcspn(text, "\n")] = '\0';
	free(path);
	return text;
}

int cgroup_write(const char *group, const char *file, const char *text)
{
	char *path = memory_format("%s/%s", group, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC), code = 0;

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		code = errno;
	if (fd >= 0)
		close(fd);
	free(path);
	return code;
}

bool cgroup_has_word(const char *group, const char *file, const char *word)
{
	char *text = cgroup_read(group, file);
	bool has = text && has_word(text, text + strlen(text), word, " ");

	free(text);
	return has;
}
