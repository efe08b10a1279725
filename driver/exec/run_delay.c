/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/run_delay.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"

double run_delay_ns(pid_t pid)
{
	AUTO_FREE char *path = memory_format("/proc/%d/schedstat", (int)pid);
	AUTO_FREE char *text = file_text(path, NULL);
	char *second = text ? strchr(text, ' ') : NULL;

	return second ? strtod(second, NULL) : 0;
}
