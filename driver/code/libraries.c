/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"

extern char **environ;

/* A build id may be one that somebody chose, so the content counts. */
static uint64_t hash_content(const char *path)
{
	char buffer[65536];
	XXH3_state_t *state = XXH3_createState();
	uint64_t hash;
	size_t size;
	FILE *file = fopen(path, "re");

	if (!state)
		memory_fatal("XXH3_createState");
	XXH3_64bits_reset(state);
	while (file && (size = fread(buffer, 1, sizeof(buffer), file)) > 0)
		XXH3_64bits_update(state, buffer, size);
	if (file)
		fclose(file);
	hash = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	return hash;
}

/* "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)". False: the library is not found. */
static bool add_line(char *line, uint64_t *hash)
{
	char *path = strchr(line, '/'), *end = strstr(line, " (0x");

	if (strstr(line, "=> not found"))
		return false;
	if (!path || !end || path > end)
		return true; /* the kernel's */
	*end = '\0';
	if (strstr(line, " => "))
		path = strstr(line, " => ") + 4;
	*hash = code_mix(*hash, hash_content(path));
	return true;
}

static bool read_answer(int fd, uint64_t *hash)
{
	FILE *answer = fdopen(fd, "r");
	bool complete = answer != NULL;
	char *line = NULL;
	size_t size = 0;

	while (answer && getline(&line, &size, answer) > 0)
		complete = add_line(line, hash) && complete;
	free(line);
	if (answer)
		fclose(answer);
	else
		close(fd);
	return complete && *hash;
}

/* Asks `LOADER --list PATH`. */
static bool ask_loader(const char *loader, const char *path, uint64_t *hash)
{
	char *const words[] = { (char *)loader, (char *)"--list", (char *)path, NULL };
	posix_spawn_file_actions_t actions;
	int ends[2], status = -1, failed;
	bool complete;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	failed = posix_spawn(&pid, loader, &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	complete = read_answer(ends[0], hash);
	if (failed)
		return false;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return complete && !status;
}

uint64_t libraries_fingerprint(const struct image *image, const char *path)
{
	uint64_t hash = 0, unknown = 0;
	/* The loader would look for a name without a slash among the libraries. */
	char *file = memory_format("%s%s", strchr(path, '/') ? "" : "./", path);
	bool known = !image->interpreter || ask_loader(image->interpreter, file, &hash);

	free(file);
	if (known)
		return hash;
	if (getrandom(&unknown, sizeof(unknown), 0) != sizeof(unknown))
		unknown = (uintptr_t)image ^ (uint64_t)getpid();
	return unknown;
}
