/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/symbols.h"

#include <fnmatch.h>
#include <stddef.h>

static bool is_one_of(const char *name, const char *const *globs)
{
	for (; *globs; globs++)
		if (!fnmatch(*globs, name, 0))
			return true;
	return false;
}

bool symbol_is_passive(const char *name)
{
	static const char *const globs[] = { "_ITM_*", "__cxa_*", "__gmon_start__",
		"_ZNSt8ios_base4Init*", NULL };

	return is_one_of(name, globs);
}

bool symbol_is_unfollowed(const char *name)
{
	static const char *const globs[] = { "dlopen", "dlmopen", "dlsym", "dlvsym", "exec*",
		"fexecve", "posix_spawn*", "system", "popen", NULL };

	return is_one_of(name, globs);
}

bool symbol_starts_threads(const char *name)
{
	static const char *const globs[] = { "pthread_create", "thrd_create", "clone*", "fork",
		"vfork", "GOMP_*", "__kmpc_*", "_ZNSt6thread*", NULL };

	return is_one_of(name, globs);
}

bool symbol_opens_files(const char *name)
{
	static const char *const globs[] = { "open", "open64", "openat", "openat64", "__open*",
		"fopen", "fopen64", "freopen*", "opendir", "_ZNSt*basic_filebufI*",
		"_ZNSt*basic_ifstreamI*", "_ZNSt*basic_fstreamI*", NULL };

	return is_one_of(name, globs);
}
