/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/judged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define COLUMNS "suite,benchmark,verdict,dubious,time_ratio,ratio_low,ratio_high,p_value,"

/* Names here hold no comma. */
static int take(char *line, struct judged *judged, size_t count)
{
	char *cell[8], *rest = line;
	struct judged *j;
	size_t i;

	for (size_t k = 0; k < 8; k++)
		if (!(cell[k] = strsep(&rest, ",")))
			return -1;
	if (!rest || strncmp(cell[1], "\"B", 2) != 0 ||
		(i = strtoul(cell[1] + 2, NULL, 10)) >= count)
		return -1;
	j = &judged[i];
	*j = (struct judged){ .seen = true,
		.change = (strcmp(cell[2], "regressed") == 0) -
			  (strcmp(cell[2], "improved") == 0),
		.unchanged = strcmp(cell[2], "unchanged") == 0,
		.ratio = strtod(cell[4], NULL),
		.low = strtod(cell[5], NULL),
		.high = strtod(cell[6], NULL),
		.p = *cell[7] ? strtod(cell[7], NULL) : NAN,
		.conflict = strstr(rest, "conflict") != NULL };
	return 0;
}

static int read_table(FILE *in, struct judged *judged, size_t count)
{
	char *line = NULL;
	size_t size = 0, rows = 0;
	int result = -1;

	if (getline(&line, &size, in) < 0 || strncmp(line, COLUMNS, strlen(COLUMNS)) != 0)
		goto out;
	while (getline(&line, &size, in) >= 0) {
		if (take(line, judged, count) != 0)
			goto out;
		rows++;
	}
	result = rows == count ? 0 : -1;
out:
	free(line);
	return result;
}

int judged_by_program(const char *bdriver, const char *options, const char *old_path,
	const char *new_path, struct judged *judged, size_t count)
{
	char *command = NULL;
	FILE *in;
	int result, status;

	for (size_t i = 0; i < count; i++)
		judged[i] = (struct judged){ .p = NAN };
	if (asprintf(&command, "exec '%s' compare --fail-on never --format csv %s '%s' '%s'",
		    bdriver, options, old_path, new_path) < 0)
		abort();
	in = popen(command, "r");
	if (!in) {
		perror(command);
		free(command);
		return -1;
	}
	result = read_table(in, judged, count);
	status = pclose(in);
	if (result != 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "simulate: not a table of %zu benchmarks (status %d): %s\n",
			count, status, command);
		result = -1;
	}
	free(command);
	return result;
}
