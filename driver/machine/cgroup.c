/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"

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

struct cgroup_mount {
	const char *root, *mount;
	size_t root_size, mount_size;
};

/* A line of mountinfo: 36 35 98:0 ROOT MOUNT OPTIONS ... - TYPE SOURCE SUPER-OPTIONS */
static bool parse_mount(struct cgroup_mount *m, const char *line, const char *end)
{
	const char *type = memmem(line, (size_t)(end - line), " - cgroup2 ", 11);

	m->root = word_at(line, end, 3, &m->root_size);
	m->mount = word_at(line, end, 4, &m->mount_size);
	return type && m->root && m->mount;
}

/* The line of cgroup v2 is "0::PATH". Relative to the root of the mount. */
static char *own_group(const char *groups, const struct cgroup_mount *m)
{
	for (const char *line = groups; *line;) {
		const char *end = line + strcspn(line, "\n"), *path = line + 3;

		if (!strncmp(line, "0::", 3)) {
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
	struct cgroup_mount m = { 0 };

	*place = (struct cgroup_place){ 0 };
	for (const char *line = mountinfo; *line;) {
		const char *end = line + strcspn(line, "\n");

		if (parse_mount(&m, line, end)) {
			place->own = own_group(groups, &m);
			if (!place->own)
				return bd_err(e,
					"/proc/self/cgroup does not name the group of this "
					"process");
			place->mount = unescape(m.mount, m.mount_size);
			return 0;
		}
		line = *end ? end + 1 : end;
	}
	return bd_err(e, "cgroup v2 is not mounted here");
}

int cgroup_find_own(struct cgroup_place *place, struct err *e)
{
	AUTO_FREE char *mounts = file_text("/proc/self/mountinfo", NULL);
	AUTO_FREE char *groups = file_text("/proc/self/cgroup", NULL);

	return cgroup_find(place, mounts ? mounts : "", groups ? groups : "", e);
}

void cgroup_release(struct cgroup_place *place)
{
	free(place->mount);
	free(place->own);
	*place = (struct cgroup_place){ 0 };
}

char *cgroup_read(const char *group, const char *file)
{
	AUTO_FREE char *path = memory_format("%s/%s", group, file);
	char *text = file_text(path, NULL);

	if (text)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

int cgroup_write(const char *group, const char *file, const char *text)
{
	AUTO_FREE char *path = memory_format("%s/%s", group, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC), code = 0;

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		code = errno;
	if (fd >= 0)
		close(fd);
	return code;
}

bool cgroup_has_word(const char *group, const char *file, const char *word)
{
	AUTO_FREE char *text = cgroup_read(group, file);
	char *rest = text, *next;
	bool has = false;

	while (!has && (next = strsep(&rest, " ")))
		has = !strcmp(next, word);
	return has;
}
