/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/slurm_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* The part of the line before the next bar, cut to `size`. */
static const char *take_field(const char *p, const char *end, char *out, size_t size)
{
	const char *bar = memchr(p, '|', (size_t)(end - p));
	size_t length = (size_t)((bar ? bar : end) - p);

	snprintf(out, size, "%.*s", (int)length, p);
	return bar ? bar + 1 : NULL;
}

static bool parse_line(const char *p, const char *end, struct slurm_line *line)
{
	char task[32] = "", state[32] = "";
	char *stop;

	*line = (struct slurm_line){ 0 };
	p = take_field(p, end, line->job, sizeof(line->job));
	p = p ? take_field(p, end, task, sizeof(task)) : NULL;
	p = p ? take_field(p, end, state, sizeof(state)) : NULL;
	p = p ? take_field(p, end, line->node, sizeof(line->node)) : NULL;
	if (!p)
		return false;
	take_field(p, end, line->reason, sizeof(line->reason));
	line->task = (unsigned)strtoul(task, &stop, 10);
	if (stop == task || *stop)
		return false;
	line->waits = strcmp(state, "RUNNING") != 0 && strcmp(state, "COMPLETING") != 0;
	line->stuck = line->waits && strstr(line->reason, "launch failed requeued held");
	if (!strcmp(line->reason, "None") || !line->waits)
		*line->reason = '\0';
	return true;
}

bool slurm_next_line(const char **text, struct slurm_line *line)
{
	while (**text) {
		const char *start = *text, *end = start + strcspn(start, "\n");

		*text = *end ? end + 1 : end;
		if (parse_line(start, end, line))
			return true;
	}
	return false;
}

bool slurm_next_node(const char **text, char node[256])
{
	static const char *const up[] = { "idle", "allocated", "mixed", "completing" };
	char state[64];
	int used;

	while (sscanf(*text, "%255s %63s %n", node, state, &used) == 2) {
		*text += used;
		for (size_t i = 0; i < ARRAY_SIZE(up); i++)
			if (strcmp(state, up[i]) == 0)
				return true;
	}
	return false;
}

unsigned slurm_max_array_size(const char *text)
{
	const char *key = strstr(text, "MaxArraySize"), *value = key ? strchr(key, '=') : NULL;

	return value ? (unsigned)strtoul(value + 1, NULL, 10) : 0;
}

/* "1-02:30:00", "2:30:00" or "30:00"; 0 for another text. */
static unsigned minutes_of(const char *text)
{
	unsigned long days = 0, seconds = 0, parts = 0;
	char *end;

	do {
		unsigned long n = strtoul(text, &end, 10);

		if (end == text)
			return 0;
		if (*end == '-') {
			days = n;
		} else {
			seconds = seconds * 60 + n;
			parts++;
		}
		text = end + 1;
	} while (*end == '-' || *end == ':');
	return parts > 1 ? (unsigned)(days * 24 * 60 + seconds / 60) : 0;
}

unsigned slurm_partition_minutes(const char *text, const char *partition)
{
	for (const char *line = text; *line;) {
		size_t size = strcspn(line, "\n"), name = strcspn(line, "*|\n");
		const char *bar = memchr(line, '|', size);
		bool wanted =
			partition ? name == strlen(partition) && !memcmp(line, partition, name)
				  : line[name] == '*';

		if (bar && wanted)
			return minutes_of(bar + 1);
		line += size + (line[size] == '\n');
	}
	return 0;
}

bool slurm_is_ordinary(const char *reason)
{
	static const char *const reasons[] = { "", "Resources", "Priority", "JobArrayTaskLimit",
		"BeginTime", "Cleaning", "Dependency" };

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (strcmp(reason, reasons[i]) == 0)
			return true;
	return false;
}

bool slurm_is_unreachable(const char *errors)
{
	return strstr(errors, "nable to contact") || strstr(errors, "no answer in time") ||
	       strstr(errors, "Socket timed out") || strstr(errors, "Connection refused") ||
	       strstr(errors, "Zero Bytes were transmitted");
}
