/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/run_delay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"

static char *proc_text(pid_t pid, const char *name)
{
	AUTO_FREE char *path = memory_format("/proc/%d/%s", (int)pid, name);

	return file_text(path, NULL);
}

double run_delay_ns(pid_t pid)
{
	AUTO_FREE char *text = proc_text(pid, "schedstat");
	char *second = text ? strchr(text, ' ') : NULL;

	return second ? strtod(second, NULL) : 0;
}

/* Of `stat`, from the name on: the first of user and system time. */
#define CPU_FIELD 12

/* proc(5): `stat` is of all threads, and of those that have ended; `schedstat` of the first. */
double other_threads_ns(pid_t pid)
{
	AUTO_FREE char *first = proc_text(pid, "schedstat"), *all = proc_text(pid, "stat");
	const char *behind = all ? strrchr(all, ')') : NULL;
	char *rest = NULL;
	double ticks;

	for (int i = 0; behind && i < CPU_FIELD; i++)
		behind = strchr(behind + 1, ' ');
	if (!first || !behind)
		return 0;
	ticks = (double)strtoul(behind, &rest, 10);
	ticks += (double)strtoul(rest, NULL, 10);
	return fmax(0, ticks * 1e9 / (double)sysconf(_SC_CLK_TCK) - strtod(first, NULL));
}
