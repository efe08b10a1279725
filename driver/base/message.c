/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/log.h"
#include "compare/print/format.h"
#include "driver/base/terminal.h"

#define WARNINGS_SHOWN 10

static void say(FILE *out, const char *before, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

static void say(FILE *out, const char *before, const char *format, va_list args)
{
	AUTO_FREE char *text = memory_format_list(format, args), *clean = terminal_clean(text);

	fprintf(out, "%s%s\n", before, clean);
}

int message_error(int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(stderr, "bdriver: ", format, args);
	va_end(args);
	return code;
}

void message_warning(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(stderr, "bdriver: warning: ", format, args);
	va_end(args);
}

void message_line(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(out, "", format, args);
	va_end(args);
}

void message_log_warnings(const struct log *log)
{
	size_t shown =
		log->warning_count < WARNINGS_SHOWN ? log->warning_count : WARNINGS_SHOWN;
	size_t more = log->warning_count - shown + log->warnings_dropped;

	for (size_t i = 0; i < shown; i++)
		message_warning("%s", log->warnings[i].text);
	if (more)
		message_warning("%s: %zu more warning%s", log->path, more, PLURAL(more));
}

struct suggestion suggestion_of(const char *name)
{
	struct suggestion s = { "" };

	if (name)
		snprintf(s.text, sizeof(s.text), "; did you mean '%.1000s'?", name);
	return s;
}

struct suggestion suggestion(const struct string_list *names, const char *word)
{
	return suggestion_of(string_list_nearest(names, word));
}
