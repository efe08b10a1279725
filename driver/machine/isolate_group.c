/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/isolate_group.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"

#define PREFIX   "bdriver."
#define SWITCHED ".on"
/* A driver that cleans up holds each folder for a moment. */
#define HOLD_TRIES    50
#define HOLD_PAUSE_NS 10000000

enum kind { FOREIGN, PLAIN, SWITCHER };

static enum kind kind_of(const char *name)
{
	const char *pid = name + strlen(PREFIX), *rest = pid;

	if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
		return FOREIGN;
	while (isdigit((unsigned char)*rest))
		rest++;
	if (rest == pid)
		return FOREIGN;
	return !*rest ? PLAIN : !strcmp(rest, SWITCHED) ? SWITCHER : FOREIGN;
}

char *isolate_group_path(const char *above, pid_t pid, bool switched)
{
	return memory_format("%s/" PREFIX "%d%s", above, (int)pid, switched ? SWITCHED : "");
}

/* Visits the folders below until one answers true. */
static bool any(const char *above, bool (*visit)(void *ctx, const char *path, enum kind kind),
	void *ctx)
{
	DIR *folder = opendir(above);
	const struct dirent *entry;
	bool found = false;

	while (folder && !found && (entry = readdir(folder))) {
		AUTO_FREE char *path = NULL;

		if (entry->d_type != DT_DIR || *entry->d_name == '.')
			continue;
		path = memory_format("%s/%s", above, entry->d_name);
		found = visit(ctx, path, kind_of(entry->d_name));
	}
	if (folder)
		closedir(folder);
	return found;
}

static bool is_switcher(void *ctx, const char *path, enum kind kind)
{
	(void)ctx;
	(void)path;
	return kind == SWITCHER;
}

bool isolate_group_any_switched(const char *above)
{
	return any(above, is_switcher, NULL);
}

int isolate_group_hold(const char *group)
{
	const struct timespec pause = { .tv_nsec = HOLD_PAUSE_NS };
	int fd = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC), code;

	for (int tries = HOLD_TRIES; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB); tries--) {
		if (errno == EWOULDBLOCK && tries > 0) {
			nanosleep(&pause, NULL);
			continue;
		}
		code = errno;
		close(fd);
		errno = code;
		return -1;
	}
	return fd;
}

static bool needs_controller(void *except, const char *path, enum kind kind)
{
	AUTO_FREE char *cpus = NULL;

	if (except && !strcmp(path, except))
		return false;
	if (kind != FOREIGN)
		return true;
	cpus = cgroup_read(path, "cpuset.cpus");
	return cpus && *cpus;
}

void isolate_group_switch_off(const char *above, const char *except)
{
	AUTO_FREE char *own = except ? memory_text(except) : NULL;

	if (!any(above, needs_controller, own))
		cgroup_write(above, "cgroup.subtree_control", "-cpuset");
}

struct clearing {
	unsigned removed;
	bool switched;
};

static bool clear_folder(void *ctx, const char *path, enum kind kind)
{
	struct clearing *c = ctx;
	int fd = kind == FOREIGN ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (!flock(fd, LOCK_EX | LOCK_NB) && !rmdir(path)) {
		c->removed++;
		c->switched |= kind == SWITCHER;
	}
	close(fd);
	return false;
}

unsigned isolate_group_clear(const char *above)
{
	struct clearing c = { 0 };

	any(above, clear_folder, &c);
	if (c.switched)
		isolate_group_switch_off(above, NULL);
	return c.removed;
}
