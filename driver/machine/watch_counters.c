/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/watch_counters.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* "cpu user nice system idle iowait irq softirq steal guest guest_nice"; guest is in user. */
void watch_parse_stat(struct watch_counters *c, const char *text)
{
	double ticks[8];
	char *end;

	c->busy = c->steal = c->all = -1;
	if (strncmp(text, "cpu ", 4) != 0)
		return;
	text += 4;
	for (int i = 0; i < 8; i++) {
		ticks[i] = strtod(text, &end);
		if (end == text)
			return;
		text = end;
	}
	c->busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
	c->steal = ticks[7];
	c->all = c->busy + ticks[3] + ticks[4] + ticks[7];
}

static unsigned count_columns(const char *line)
{
	unsigned count = 0;

	for (const char *end = line + strcspn(line, "\n"); line < end; count++) {
		line += strspn(line, " \t");
		if (strncmp(line, "CPU", 3) != 0)
			break;
		line += strcspn(line, " \t\n");
	}
	return count;
}

/* A header with a column for each CPU, then "NAME: COUNT COUNT ... words" in each line. */
void watch_parse_interrupts(struct watch_counters *c, const char *text)
{
	c->cpu_count = count_columns(text);
	c->interrupts = memory_zeroed(c->cpu_count + 1, sizeof(*c->interrupts));
	while ((text = strchr(text, '\n'))) {
		const char *colon;

		text++;
		colon = text + strcspn(text, ":\n");
		if (*colon != ':')
			continue;
		text = colon + 1;
		for (unsigned i = 0; i < c->cpu_count; i++) {
			char *end;
			uint64_t n = strtoull(text, &end, 10);

			/* A line ends early if it counts for all CPUs together. */
			if (end == text || memchr(text, '\n', (size_t)(end - text)))
				break;
			c->interrupts[i] += n;
			text = end;
		}
	}
}
