/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/log/log.h"
#include "driver/base/terminal.h"

static void say(const char *before, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

static void say(const char *before, const char *format, va_list args)
{
	char *text = memory_format_list(format, args), *clean = terminal_clean(text);

	fprintf(stderr, "bdriver: %s%s\n", before, clean);
	free(clean);
	free(text);
}

int message_error(int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say("", format, args);
	va_end(args);
	return code;
}

void message_warning(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say("warning: ", format, args);
	va_end(args);
}

void message_log_warnings(const struct log *log)
{
	for (size_t i = 0; i < log->warning_count; i++)
		message_warning("%s", log->warnings[i].text);
	if (log->warnings_dropped > 0)
		message_warning("%s: %zu more warnings", log->path, log->warnings_dropped);
}
